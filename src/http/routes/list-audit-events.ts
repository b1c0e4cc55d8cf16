import { instantOf } from '../../contract/instant-wire.ts'
import { operations } from '../../contract/operations/index.ts'
import { renderAuditEvent } from '../../contract/render/audit.ts'
import { pageOf } from '../page.ts'
import { route } from '../route.ts'

export const listAuditEvents = route(operations.listAuditEvents, async ({ app, tenant, query }) => {
  const { actor, action, target, from, to } = query
  const filter = {
    tenantId: tenant.id,
    ...(actor !== undefined && { actor }),
    ...(action !== undefined && { action }),
    ...(target !== undefined && { target }),
    ...(from !== undefined && { from: instantOf(from) }),
    ...(to !== undefined && { to: instantOf(to) }),
  }
  const { items, nextCursor } = await app.auditEvents(filter, pageOf(query))
  return { status: 200, body: { events: items.map(renderAuditEvent), nextCursor } }
})
