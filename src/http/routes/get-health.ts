import type { Health } from '../../app/app.ts'
import { errors } from '../../contract/errors.ts'
import { operations } from '../../contract/operations/index.ts'
import { route } from '../route.ts'

export const getHealth = route(operations.getHealth, async ({ app }) => {
  const { database, queue, inbox } = await app.health()
  const components = {
    database: database.ok ? `ok (${Math.round(database.latencyMs)} ms)` : 'unavailable',
    queue: `${queue.ok ? 'ok' : 'full'} (${queue.depth} waiting${queued(inbox)})`,
  }
  if (!database.ok || !queue.ok) {
    const { message } = errors.service_unavailable
    return {
      status: 503,
      body: { error: 'service_unavailable' as const, message, status: 'unavailable' as const, components },
    }
  }
  const maintenance = await app.maintenanceOf(null)
  if (maintenance === null) return { status: 200, body: { status: 'ok' as const, components } }
  const message = maintenance.message ?? errors.maintenance_mode.message
  return {
    status: 503,
    body: { error: 'maintenance_mode' as const, message, status: 'maintenance' as const, components },
  }
})

/** Bets of tenants in async mode that nobody has decided on yet; silent about none. */
const queued = (inbox: Health['inbox']): string =>
  inbox === null || inbox.waiting === 0
    ? ''
    : `, ${inbox.waiting} in the inbox, the oldest for ${Math.round(inbox.oldestSeconds)} s`
