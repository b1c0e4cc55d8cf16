import { operations } from '../../contract/operations/index.ts'
import type { TenantId } from '../../core/ids.ts'
import { problem } from '../problem.ts'
import { route } from '../route.ts'

export const setTenantMaintenance = route(operations.setTenantMaintenance, async ({ app, params, body }) => {
  const { enabled, message = null } = body
  const found = await app.maintain(params.id as TenantId, enabled ? { message } : null)
  if (!found) return problem('not_found')
  return { status: 200, body: { maintenance: { enabled, message: enabled ? message : null } } }
})
