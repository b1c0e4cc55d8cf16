import { errors } from '../../contract/errors.ts'
import { operations } from '../../contract/operations/index.ts'
import { route } from '../route.ts'

export const getHealth = route(operations.getHealth, async ({ app }) => {
  const { database, queue } = await app.health()
  const components = {
    database: database.ok ? `ok (${Math.round(database.latencyMs)} ms)` : 'unavailable',
    queue: `${queue.ok ? 'ok' : 'full'} (${queue.depth} waiting)`,
  }
  const { message } = errors.service_unavailable
  return database.ok && queue.ok
    ? { status: 200, body: { status: 'ok' as const, components } }
    : { status: 503, body: { error: 'service_unavailable', message, status: 'unavailable' as const, components } }
})
