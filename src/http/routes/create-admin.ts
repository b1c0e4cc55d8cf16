import { operations } from '../../contract/operations/index.ts'
import { renderAdmin } from '../../contract/render/admin.ts'
import type { TenantId } from '../../core/ids.ts'
import { problem } from '../problem.ts'
import { route } from '../route.ts'

export const createAdmin = route(operations.createAdmin, async ({ app, params, body }) => {
  const { email, password, role, mfaEnabled = false } = body
  const admin = await app.createAdmin({ tenantId: params.id as TenantId, email, password, role, mfaEnabled })
  if (admin === 'no_tenant') return problem('not_found')
  if (admin === 'email_taken') return problem('email_taken')
  return { status: 201, body: { admin: renderAdmin(admin) } }
})
