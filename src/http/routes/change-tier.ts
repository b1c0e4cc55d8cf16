import { operations } from '../../contract/operations/index.ts'
import { readTierChange } from '../../contract/read/tier.ts'
import { renderTier } from '../../contract/render/tier.ts'
import type { TierId } from '../../core/ids.ts'
import { problem } from '../problem.ts'
import { route } from '../route.ts'

export const changeTier = route(operations.changeTier, async ({ app, tenant, params, body }) => {
  const id = params.id as TierId
  const rulesets = await app.rulesets(tenant.id)
  const tier = await app.changeTier(tenant.id, id, (before) => readTierChange(before, body, rulesets))
  return tier ? { status: 200, body: { challengeTier: renderTier(tier) } } : problem('not_found')
})
