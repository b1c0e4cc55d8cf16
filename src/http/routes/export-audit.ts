import { operations } from '../../contract/operations/index.ts'
import { renderAuditEvent } from '../../contract/render/audit.ts'
import { download, jsonLines } from '../download.ts'
import { NDJSON } from '../ndjson.ts'
import { route } from '../route.ts'

export const exportAudit = route(operations.exportAudit, async ({ app, tenant }) => {
  const { length, headHash, events } = await app.exportAudit(tenant.id)
  return download(NDJSON, jsonLines(events, renderAuditEvent), {
    'x-audit-length': String(length),
    'x-audit-head': headHash,
  })
})
