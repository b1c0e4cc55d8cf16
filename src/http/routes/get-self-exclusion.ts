import { operations } from '../../contract/operations/index.ts'
import { renderSelfExclusion } from '../../contract/render/self-exclusion.ts'
import type { UserId } from '../../core/ids.ts'
import { route } from '../route.ts'

export const getSelfExclusion = route(operations.getSelfExclusion, async ({ app, tenant, params }) => {
  const { player, now } = await app.readPlayer({ tenantId: tenant.id, userId: params.userId as UserId })
  return { status: 200, body: renderSelfExclusion(params.userId, player.selfExclusion, now) }
})
