import { operations } from '../../contract/operations/index.ts'
import { renderDelivery } from '../../contract/render/delivery.ts'
import { pageOf } from '../page-of.ts'
import { route } from '../route.ts'

export const listDeliveries = route(operations.listDeliveries, async ({ app, tenant, query }) => {
  const { items, nextCursor } = await app.deliveries(tenant.id, query.status, pageOf(query))
  return { status: 200, body: { deliveries: items.map(renderDelivery), nextCursor } }
})
