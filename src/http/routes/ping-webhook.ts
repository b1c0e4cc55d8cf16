import { newId } from '../../app/uuid.ts'
import { textOf } from '../../contract/instant-wire.ts'
import { operations } from '../../contract/operations/index.ts'
import type { EventId } from '../../core/ids.ts'
import { route } from '../route.ts'

export const pingWebhook = route(operations.pingWebhook, async ({ app, tenant }) => {
  const eventId = newId<EventId>()
  const timestamp = textOf(app.clock(tenant))
  await app.ping(tenant.id, eventId, { eventId, eventType: 'ping', userId: '', timestamp, data: {} })
  return { status: 200, body: { eventId } }
})
