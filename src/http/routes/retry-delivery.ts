import { operations } from '../../contract/operations/index.ts'
import type { EventId } from '../../core/ids.ts'
import { problem } from '../problem.ts'
import { route } from '../route.ts'

export const retryDelivery = route(operations.retryDelivery, async ({ app, tenant, params }) => {
  const again = await app.redeliver(tenant.id, { eventId: params.id as EventId })
  return again === 0 ? problem('not_found') : { status: 200, body: { retried: true as const } }
})
