import { operations } from '../../contract/operations/index.ts'
import { route } from '../route.ts'

export const setMaintenance = route(operations.setMaintenance, async ({ app, body: { enabled, message = null } }) => {
  await app.maintain(null, enabled ? { message } : null)
  return { status: 200, body: { maintenance: { enabled, message: enabled ? message : null } } }
})
