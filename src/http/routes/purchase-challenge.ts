import { instantOf } from '../../contract/instant-wire.ts'
import { operations } from '../../contract/operations/index.ts'
import { renderChallenge } from '../../contract/render/challenge.ts'
import type { TierId, UserId } from '../../core/ids.ts'
import { problem, refused } from '../problem.ts'
import { route } from '../route.ts'

export const purchaseChallenge = route(operations.purchaseChallenge, async ({ app, tenant, caller, body, run }) => {
  // Only the operator can say that a challenge began before now.
  if (body.timestamp !== undefined && caller.kind !== 'server_key')
    return problem('forbidden', { message: 'Only the server key may send a timestamp' })
  const userId = body.userId as UserId
  const offer = await app.offerOf(tenant, body.challengeTierId.toLowerCase() as TierId)
  const startedAt = body.timestamp === undefined ? null : instantOf(body.timestamp)
  return run(userId, { type: 'PurchaseChallenge', offer, startedAt }, ({ answer, now }) =>
    answer.kind === 'purchased'
      ? { status: 201, body: { challenge: renderChallenge(answer.challenge, { tenantId: tenant.id, userId, now }) } }
      : refused(answer),
  )
})
