import { newId } from '../../app/uuid.ts'
import { compileMapping } from '../../contract/mapping/compile-mapping.ts'
import { operations } from '../../contract/operations/index.ts'
import { renderMapping } from '../../contract/render/adapter-mapping.ts'
import type { Uuid } from '../../core/ids.ts'
import { problem } from '../problem.ts'
import { route } from '../route.ts'

export const setAdapterMapping = route(operations.setAdapterMapping, async ({ app, tenant, body }) => {
  const { fields, values = {} } = body
  compileMapping({ fields, values })
  const adapterMapping = { version: newId<Uuid>(), fields, values, updatedAt: app.clock(tenant) }
  const changed = await app.changeTenant(tenant.id, { settings: { adapterMapping } })
  return changed ? { status: 200, body: renderMapping(adapterMapping) } : problem('not_found')
})
