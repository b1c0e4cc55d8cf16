import { textOf } from '../../contract/instant-wire.ts'
import { operations } from '../../contract/operations/index.ts'
import { problem } from '../problem.ts'
import { route } from '../route.ts'

export const setIntegrationMode = route(operations.setIntegrationMode, async ({ app, tenant, body: { mode } }) => {
  const previousMode = await app.changeIntegrationMode(tenant.id, mode)
  if (previousMode === null) return problem('not_found')
  return { status: 200, body: { mode, previousMode, updatedAt: textOf(app.clock(tenant)) } }
})
