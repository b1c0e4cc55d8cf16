import { textOf } from '../../contract/instant-wire.ts'
import { operations } from '../../contract/operations/index.ts'
import { problem } from '../problem.ts'
import { route } from '../route.ts'
import { handOver } from '../session-cookie.ts'

export const verifyMfaCode = route(operations.verifyMfaCode, async ({ app, body }) => {
  const opened = await app.verifyCode(body.email, body.code)
  if (opened === null) return problem('unauthorized', { message: 'The code is wrong, used or too old' })
  const { session, ...cookie } = handOver(opened, body.cookie)
  return { status: 200, body: { ...session, expiresAt: textOf(session.expiresAt) }, ...cookie }
})
