import { operations } from '../../contract/operations/index.ts'
import { readSettings } from '../../contract/read/tenant.ts'
import { renderSettings } from '../../contract/render/tenant.ts'
import { problem } from '../problem.ts'
import { route } from '../route.ts'

export const changeSettings = route(operations.changeSettings, async ({ app, tenant, body }) => {
  const settings = readSettings(body, (url) => app.urlProblem(url, tenant.environment))
  const changed = await app.changeTenant(tenant.id, { settings })
  return changed ? { status: 200, body: renderSettings(changed.settings) } : problem('not_found')
})
