import { operations } from '../../contract/operations/index.ts'
import { readTenantChange } from '../../contract/read/tenant.ts'
import { renderTenant } from '../../contract/render/tenant.ts'
import type { TenantId } from '../../core/ids.ts'
import { problem } from '../problem.ts'
import { route } from '../route.ts'

export const changeTenant = route(operations.changeTenant, async ({ app, params, body }) => {
  const id = params.id as TenantId
  const before = await app.tenant(id)
  if (before === null) return problem('not_found')
  const change = readTenantChange(body, (url) => app.urlProblem(url, before.environment))
  const tenant = await app.changeTenant(id, change)
  return tenant ? { status: 200, body: { tenant: renderTenant(tenant) } } : problem('not_found')
})
