import { operations } from '../../contract/operations/index.ts'
import { renderLoyaltyTiers } from '../../contract/render/widget.ts'
import { route } from '../route.ts'

export const listLoyaltyTiers = route(operations.listLoyaltyTiers, async ({ tenant }) => ({
  status: 200,
  body: { loyaltyTiers: renderLoyaltyTiers(tenant.settings.loyaltyTiers) },
}))
