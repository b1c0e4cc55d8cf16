import { operations } from '../../contract/operations/index.ts'
import { auditPage } from '../audit-page.ts'
import { route } from '../route.ts'

export const listAuditEvents = route(operations.listAuditEvents, ({ app, tenant, query }) =>
  auditPage(app, tenant.id, query),
)
