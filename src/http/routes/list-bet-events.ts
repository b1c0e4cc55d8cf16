import { operations } from '../../contract/operations/index.ts'
import { renderBetEvent } from '../../contract/render/bet-event.ts'
import type { ExternalBetId, UserId } from '../../core/ids.ts'
import { pageOf } from '../page-of.ts'
import { route } from '../route.ts'

export const listBetEvents = route(operations.listBetEvents, async ({ app, tenant, query }) => {
  const filter = {
    tenantId: tenant.id,
    status: query.status,
    userId: query.userId as UserId | undefined,
    externalBetId: query.externalBetId as ExternalBetId | undefined,
  }
  const { items, nextCursor } = await app.betRecords(filter, pageOf(query))
  return { status: 200, body: { betEvents: items.map(renderBetEvent), nextCursor } }
})
