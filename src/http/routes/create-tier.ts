import { newId } from '../../app/uuid.ts'
import { operations } from '../../contract/operations/index.ts'
import { readNewTier } from '../../contract/read/tier.ts'
import { renderTier } from '../../contract/render/tier.ts'
import type { TierId } from '../../core/ids.ts'
import { route } from '../route.ts'

export const createTier = route(operations.createTier, async ({ app, tenant, body }) => {
  const rulesets = await app.rulesets(tenant.id)
  const tier = await app.saveTier(tenant.id, readNewTier(newId<TierId>(), body, rulesets))
  return { status: 201, body: { challengeTier: renderTier(tier) } }
})
