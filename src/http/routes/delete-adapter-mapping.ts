import { operations } from '../../contract/operations/index.ts'
import { problem } from '../problem.ts'
import { route } from '../route.ts'

export const deleteAdapterMapping = route(operations.deleteAdapterMapping, async ({ app, tenant }) => {
  const deleted = Boolean(tenant.settings.adapterMapping)
  const changed = await app.changeTenant(tenant.id, { settings: { adapterMapping: null } })
  return changed ? { status: 200, body: { deleted } } : problem('not_found')
})
