import { operations } from '../../contract/operations/index.ts'
import { problem } from '../problem.ts'
import { route } from '../route.ts'

export const sendMfaCode = route(operations.sendMfaCode, async ({ app, body }) => {
  const { tooSoon, retryAfter } = await app.sendCode(body.email)
  return tooSoon ? problem('rate_limited', { retryAfter }) : { status: 200, body: { sent: true as const, retryAfter } }
})
