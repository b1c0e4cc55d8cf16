import { operations } from '../../contract/operations/index.ts'
import { renderOverview } from '../../contract/render/overview.ts'
import { route } from '../route.ts'

const DAYS = 30

export const getOverview = route(operations.getOverview, async ({ app, tenant, query, patience }) => {
  const overview = await app.overview(tenant, app.clock(tenant), query.days ?? DAYS, patience())
  const { currency, settings } = tenant
  return { status: 200, body: renderOverview(overview, { currency, hasWebhook: settings.webhookUrl !== null }) }
})
