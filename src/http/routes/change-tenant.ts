import { operations } from '../../contract/operations/index.ts'
import { readTenantChange } from '../../contract/read/tenant.ts'
import { renderTenant } from '../../contract/render/tenant.ts'
import type { TenantId } from '../../core/ids.ts'
import { problem } from '../problem.ts'
import { route } from '../route.ts'

export const changeTenant = route(operations.changeTenant, async ({ app, params, body }) => {
  const tenant = await app.changeTenant(params.id as TenantId, readTenantChange(body))
  return tenant ? { status: 200, body: { tenant: renderTenant(tenant) } } : problem('not_found')
})
