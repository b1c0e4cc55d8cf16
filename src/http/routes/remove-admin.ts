import { operations } from '../../contract/operations/index.ts'
import type { AdminId } from '../../core/ids.ts'
import { problem } from '../problem.ts'
import { route } from '../route.ts'

export const removeAdmin = route(operations.removeAdmin, async ({ app, tenant, caller, params }) => {
  const id = params.id as AdminId
  if (caller.kind === 'admin' && caller.session.adminId === id) {
    return problem('forbidden', { message: 'Nobody removes themselves: another admin has to' })
  }
  const result = await app.removeAdmin(tenant.id, id)
  return result === 'removed' ? { status: 200, body: { removed: true as const } } : problem(result)
})
