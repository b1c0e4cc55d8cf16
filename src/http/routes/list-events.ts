import { invalid } from '../../contract/invalid-request.ts'
import { operations } from '../../contract/operations/index.ts'
import { renderEnvelope } from '../../contract/render/envelope.ts'
import type { EventId } from '../../core/ids.ts'
import { pageOf } from '../page-of.ts'
import { route } from '../route.ts'

export const listEvents = route(operations.listEvents, async ({ app, tenant, query }) => {
  const { cursor, limit } = pageOf(query)
  const after = (cursor ?? query.after ?? null) as EventId | null
  const page = await app.outgoingAfter(tenant.id, after, limit)
  if (page === null) return invalid(cursor === null ? 'after' : 'cursor', 'is the id of no event that was told')
  const { items, nextCursor } = page
  const events = items.flatMap(({ event, userId, terms }) => renderEnvelope(event, userId, terms) ?? [])
  return { status: 200, body: { events, nextCursor } }
})
