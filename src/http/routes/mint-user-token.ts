import { textOf } from '../../contract/instant-wire.ts'
import { operations } from '../../contract/operations/index.ts'
import type { UserId } from '../../core/ids.ts'
import { problem } from '../problem.ts'
import { route } from '../route.ts'

export const mintUserToken = route(operations.mintUserToken, async ({ app, tenant, caller, body }) => {
  const userId = body.userId as UserId
  const minted =
    caller.kind === 'user'
      ? await app.renewUserToken(tenant.id, caller.token)
      : await app.mintUserToken(tenant.id, userId)
  if (minted === null) return problem('token_chain_expired')
  return { status: 200, body: { ...minted, expiresAt: textOf(minted.expiresAt) } }
})
