import { operations } from '../../contract/operations/index.ts'
import { invariant } from '../../core/invariant.ts'
import { route } from '../route.ts'
import { clearCookie } from '../session-cookie.ts'

export const logOut = route(operations.logOut, async ({ app, caller }) => {
  invariant('session' in caller && caller.session, 'who logs out has logged in')
  await app.endSession(caller.session)
  return { status: 200, body: { loggedOut: true as const }, headers: clearCookie }
})
