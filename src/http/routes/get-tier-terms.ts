import { operations } from '../../contract/operations/index.ts'
import { renderTerms } from '../../contract/render/terms.ts'
import { problem } from '../problem.ts'
import { route } from '../route.ts'

export const getTierTerms = route(operations.getTierTerms, async ({ app, tenant, params: { id } }) => {
  const terms = (await app.tiers(tenant)).find(({ tier }) => tier.id === id)
  return terms ? { status: 200, body: renderTerms(terms) } : problem('not_found')
})
