import { textOf } from '../../contract/instant-wire.ts'
import { operations } from '../../contract/operations/index.ts'
import { problem } from '../problem.ts'
import { route } from '../route.ts'
import { handOver } from '../session-cookie.ts'

export const logIn = route(operations.logIn, async ({ app, body }) => {
  const login = await app.logIn(body.email, body.password)
  if (login.kind === 'refused') return problem('unauthorized', { message: 'The e-mail or the password is wrong' })
  if (login.kind === 'mfa_required') return { status: 200, body: { mfaRequired: true as const } }
  const { session, ...cookie } = handOver(login.session, body.cookie)
  return { status: 200, body: { ...session, expiresAt: textOf(session.expiresAt) }, ...cookie }
})
