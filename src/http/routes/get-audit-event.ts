import { operations } from '../../contract/operations/index.ts'
import { renderAuditEvent } from '../../contract/render/audit.ts'
import type { Uuid } from '../../core/ids.ts'
import { problem } from '../problem.ts'
import { route } from '../route.ts'

export const getAuditEvent = route(operations.getAuditEvent, async ({ app, tenant, params }) => {
  const event = await app.auditEvent(tenant.id, params.id as Uuid)
  return event ? { status: 200, body: { event: renderAuditEvent(event) } } : problem('not_found')
})
