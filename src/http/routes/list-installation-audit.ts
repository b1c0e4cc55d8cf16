import { INSTALLATION } from '../../app/audit/record-act.ts'
import { operations } from '../../contract/operations/index.ts'
import { auditPage } from '../audit-page.ts'
import { route } from '../route.ts'

export const listInstallationAudit = route(operations.listInstallationAudit, ({ app, query }) =>
  auditPage(app, INSTALLATION, query),
)
