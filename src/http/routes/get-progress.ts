import { operations } from '../../contract/operations/index.ts'
import { renderProgress } from '../../contract/render/progress.ts'
import type { UserId } from '../../core/ids.ts'
import { route } from '../route.ts'

export const getProgress = route(operations.getProgress, async ({ app, tenant, params }) => {
  const userId = params.userId as UserId
  const { player, now } = await app.readPlayer({ tenantId: tenant.id, userId })
  return { status: 200, body: renderProgress(player, { userId, now }) }
})
