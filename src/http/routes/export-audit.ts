import { operations } from '../../contract/operations/index.ts'
import { renderAuditEvent } from '../../contract/render/audit.ts'
import { download, linesOf } from '../download.ts'
import { route } from '../route.ts'

export const exportAudit = route(operations.exportAudit, async ({ app, tenant }) => {
  const { length, headHash, events } = await app.exportAudit(tenant.id)
  return download('application/x-ndjson', linesOf(events, renderAuditEvent), {
    'x-audit-length': String(length),
    'x-audit-head': headHash,
  })
})
