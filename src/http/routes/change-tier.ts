import { operations } from '../../contract/operations/index.ts'
import { readTierChange } from '../../contract/read/tier.ts'
import { renderTier } from '../../contract/render/tier.ts'
import { problem } from '../problem.ts'
import { route } from '../route.ts'

export const changeTier = route(operations.changeTier, async ({ app, tenant, params, body }) => {
  const id = params.id.toLowerCase()
  const [tiers, rulesets] = await Promise.all([app.tiers(tenant), app.rulesets(tenant.id)])
  const before = tiers.find(({ tier }) => tier.id === id)
  if (before === undefined) return problem('not_found')
  const tier = await app.saveTier(tenant.id, readTierChange(before.tier, body, rulesets))
  return { status: 200, body: { challengeTier: renderTier(tier) } }
})
