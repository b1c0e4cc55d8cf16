import type { App } from '../app/app.ts'
import { rangeEnd, rangeStart } from '../contract/instant-wire.ts'
import type { operations } from '../contract/operations/index.ts'
import type { QueryOf } from '../contract/operations/operation.ts'
import { renderAuditEvent } from '../contract/render/audit.ts'
import { orNull } from '../contract/render/or-null.ts'
import type { TenantId } from '../core/ids.ts'
import { pageOf } from './page-of.ts'
import { refuseReversedRange } from './refuse-reversed-range.ts'

type Query = QueryOf<typeof operations.listAuditEvents>

/** The acts in a chain that a query asks for. */
export async function auditPage(app: App, tenantId: TenantId, query: Query) {
  const { actor, action, target } = query
  const from = orNull(query.from ?? null, rangeStart)
  const to = orNull(query.to ?? null, rangeEnd)
  refuseReversedRange(from, to)
  const filter = { tenantId, actor, action, target, from: from ?? undefined, to: to ?? undefined }
  const { items, nextCursor } = await app.auditEvents(filter, pageOf(query))
  return { status: 200 as const, body: { events: items.map(renderAuditEvent), nextCursor } }
}
