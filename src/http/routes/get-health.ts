import type { Health } from '../../app/app.ts'
import { operations } from '../../contract/operations/index.ts'
import { inMaintenance } from '../maintenance.ts'
import { problem } from '../problem.ts'
import { route } from '../route.ts'

export const getHealth = route(operations.getHealth, async ({ app }) => {
  const { database, queue, inbox } = await app.health()
  const components = {
    database: database.ok ? `ok (${Math.round(database.latencyMs)} ms)` : 'unavailable',
    queue: `${queue.ok ? 'ok' : 'full'} (${queue.depth} waiting${queued(inbox)})`,
  }
  if (!database.ok || !queue.ok) {
    return { status: 503, body: { ...problem('service_unavailable').body, status: 'unavailable' as const, components } }
  }
  // Its state is kept in the database, and nobody is told of maintenance while that is away.
  const maintenance = await app.maintenanceOf(null).catch(() => null)
  return maintenance === null
    ? { status: 200, body: { status: 'ok' as const, components } }
    : { status: 503, body: { ...inMaintenance(maintenance).body, status: 'maintenance' as const, components } }
})

/** Bets of tenants in async mode that nobody has decided on yet; silent about none. */
const queued = (inbox: Health['inbox']): string =>
  inbox === null || inbox.waiting === 0
    ? ''
    : `, ${inbox.waiting} in the inbox, the oldest for ${Math.round(inbox.oldestSeconds)} s`
