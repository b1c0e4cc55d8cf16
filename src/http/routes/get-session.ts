import { textOf } from '../../contract/instant-wire.ts'
import { operations } from '../../contract/operations/index.ts'
import { invariant } from '../../core/invariant.ts'
import { route } from '../route.ts'

export const getSession = route(operations.getSession, async ({ app, caller }) => {
  invariant('session' in caller && caller.session, 'who has a session has logged in')
  const { role, tenant, expiresAt, adminId } = caller.session
  const { id, name, environment, currency } = tenant
  return {
    status: 200,
    body: {
      email: (await app.emailOf(adminId)) ?? '',
      role,
      expiresAt: textOf(expiresAt),
      tenant: { id, name, environment, currency },
      now: textOf(app.clock(tenant)),
    },
  }
})
