import { operations } from '../../contract/operations/index.ts'
import { renderTier } from '../../contract/render/tier.ts'
import { route } from '../route.ts'

export const listAllTiers = route(operations.listAllTiers, async ({ app, tenant }) => {
  const tiers = await app.tiers(tenant)
  return { status: 200, body: { challengeTiers: tiers.map(({ tier }) => renderTier(tier)) } }
})
