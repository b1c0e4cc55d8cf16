import { operations } from '../../contract/operations/index.ts'
import { renderDelivery } from '../../contract/render/delivery.ts'
import { renderEnvelope } from '../../contract/render/envelope.ts'
import type { EventId } from '../../core/ids.ts'
import { problem } from '../problem.ts'
import { route } from '../route.ts'

export const getDelivery = route(operations.getDelivery, async ({ app, tenant, params }) => {
  const found = await app.delivery(tenant.id, params.id as EventId)
  if (found === null) return problem('not_found')
  const { event, terms, userId, body } = found.parcel
  const sent = body ?? (event && terms && found.delivery.userId !== null ? renderEnvelope(event, userId, terms) : null)
  return { status: 200, body: { delivery: renderDelivery(found.delivery), body: sent ? { ...sent } : null } }
})
