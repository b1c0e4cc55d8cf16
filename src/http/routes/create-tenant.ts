import { operations } from '../../contract/operations/index.ts'
import { readNewTenant } from '../../contract/read/tenant.ts'
import { renderTenant } from '../../contract/render/tenant.ts'
import { route } from '../route.ts'

export const createTenant = route(operations.createTenant, async ({ app, body }) => {
  const wanted = readNewTenant(body, (url) => app.urlProblem(url, body.environment))
  const { tenant, ...keys } = await app.createTenant(wanted)
  return { status: 201, body: { tenant: renderTenant(tenant), ...keys } }
})
