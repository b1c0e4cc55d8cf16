import { operations } from '../../contract/operations/index.ts'
import { route } from '../route.ts'

export const verifyAudit = route(operations.verifyAudit, async ({ app, tenant }) => ({
  status: 200,
  body: await app.verifyAudit(tenant.id),
}))
