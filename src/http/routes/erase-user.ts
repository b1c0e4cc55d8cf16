import { textOf } from '../../contract/instant-wire.ts'
import { operations } from '../../contract/operations/index.ts'
import type { UserId } from '../../core/ids.ts'
import { problem } from '../problem.ts'
import { route } from '../route.ts'

export const eraseUser = route(operations.eraseUser, async ({ app, tenant, params, query }) => {
  if (query.confirm !== 'true')
    return problem('confirmation_required', { message: 'This cannot be undone: add ?confirm=true to the address' })
  const erasure = await app.eraseUser({ tenantId: tenant.id, userId: params.userId as UserId })
  if (erasure.kind === 'refused') return problem(erasure.code)
  return { status: 200, body: { erased: true as const, playerId: erasure.playerId, erasedAt: textOf(erasure.at) } }
})
