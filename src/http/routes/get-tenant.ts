import { operations } from '../../contract/operations/index.ts'
import { renderTenant } from '../../contract/render/tenant.ts'
import type { TenantId } from '../../core/ids.ts'
import { problem } from '../problem.ts'
import { route } from '../route.ts'

export const getTenant = route(operations.getTenant, async ({ app, params }) => {
  const tenant = await app.tenant(params.id as TenantId)
  return tenant ? { status: 200, body: { tenant: renderTenant(tenant) } } : problem('not_found')
})
