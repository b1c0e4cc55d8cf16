import { operations } from '../../contract/operations/index.ts'
import { renderAdmin } from '../../contract/render/admin.ts'
import { invariant } from '../../core/invariant.ts'
import { problem } from '../problem.ts'
import { route } from '../route.ts'

export const addAdmin = route(operations.addAdmin, async ({ app, tenant, body }) => {
  const { email, password, role, mfaEnabled = false } = body
  const admin = await app.createAdmin({ tenantId: tenant.id, email, password, role, mfaEnabled })
  if (admin === 'email_taken') return problem('email_taken')
  invariant(admin !== 'no_tenant', 'who asks belongs to a tenant')
  return { status: 201, body: { admin: renderAdmin(admin) } }
})
