import { operations } from '../../contract/operations/index.ts'
import { renderAdmin } from '../../contract/render/admin.ts'
import type { AdminId } from '../../core/ids.ts'
import { problem } from '../problem.ts'
import { route } from '../route.ts'

export const setAdminRole = route(operations.setAdminRole, async ({ app, tenant, caller, params, body }) => {
  const id = params.id as AdminId
  if (caller.kind === 'admin' && caller.session.adminId === id) {
    return problem('forbidden', { message: 'Nobody can change their own role: another admin has to do it' })
  }
  if (caller.kind === 'server_key' && body.role === 'operator_admin') {
    return problem('forbidden', { message: 'Only an operator_admin, not a key, can make someone an operator_admin' })
  }
  const admin = await app.setRole(tenant.id, id, body.role)
  if (admin === 'not_found' || admin === 'last_admin') return problem(admin)
  return { status: 200, body: { admin: renderAdmin(admin) } }
})
