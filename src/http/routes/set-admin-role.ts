import { operations } from '../../contract/operations/index.ts'
import { renderAdmin } from '../../contract/render/admin.ts'
import type { AdminId } from '../../core/ids.ts'
import { problem } from '../problem.ts'
import { route } from '../route.ts'

export const setAdminRole = route(operations.setAdminRole, async ({ app, tenant, caller, params, body }) => {
  const id = params.id as AdminId
  if (caller.kind === 'admin' && caller.session.adminId === id) {
    return problem('forbidden', { message: 'Nobody changes their own role: another admin has to' })
  }
  if (caller.kind === 'server_key' && body.role === 'operator_admin') {
    return problem('forbidden', { message: 'A key makes nobody an operator_admin: a person who is one has to' })
  }
  const admin = await app.setRole(tenant.id, id, body.role)
  if (admin === 'not_found' || admin === 'last_admin') return problem(admin)
  return { status: 200, body: { admin: renderAdmin(admin) } }
})
