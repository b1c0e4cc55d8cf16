import { operations } from '../../contract/operations/index.ts'
import { renderTierOffer } from '../../contract/render/tier.ts'
import { route } from '../route.ts'

export const listChallengeTiers = route(operations.listChallengeTiers, async ({ app, tenant }) => {
  const tiers = await app.tiers(tenant)
  return { status: 200, body: { challengeTiers: tiers.filter(({ tier }) => tier.enabled).map(renderTierOffer) } }
})
