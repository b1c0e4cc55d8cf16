import { operations } from '../../contract/operations/index.ts'
import { renderTenant } from '../../contract/render/tenant.ts'
import type { TenantId } from '../../core/ids.ts'
import { problem } from '../problem.ts'
import { route } from '../route.ts'

export const promoteTenant = route(operations.promoteTenant, async ({ app, params }) => {
  const staging = await app.tenant(params.id as TenantId)
  if (staging === null) return problem('not_found')
  const promoted = await app.promoteTenant(staging.id)
  if (promoted === null) return problem('tenant_not_staging')
  const { tenant, ...keys } = promoted
  return { status: 201, body: { tenant: renderTenant(tenant), ...keys } }
})
