import { operations } from '../../contract/operations/index.ts'
import { renderTenant } from '../../contract/render/tenant.ts'
import { pageOf } from '../page-of.ts'
import { route } from '../route.ts'

export const listTenants = route(operations.listTenants, async ({ app, query }) => {
  const { items, nextCursor } = await app.tenants(pageOf(query))
  return { status: 200, body: { tenants: items.map(renderTenant), nextCursor } }
})
