import type { Pool } from 'pg'
import type { EventId, TenantId } from '../core/ids.ts'
import { withTransaction } from '../store/database.ts'
import { type Again, insertPing, makeDueAgain } from '../store/deliveries.ts'
import { isoOf } from '../store/statement.ts'
import { recordAct } from './audit/record-act.ts'
import type { Clock } from './clock.ts'

/** Makes deliveries due again; gives how many. */
export function redeliver(pool: Pool, clock: Clock, tenantId: TenantId, which: Again): Promise<number> {
  return withTransaction(pool, async (db) => {
    const { deliveries, player_id: playerId } = await makeDueAgain(db, tenantId, which)
    const whose = 'eventId' in which && playerId !== null ? { playerId } : {}
    const act = { tenantId, action: 'webhook.redelivered', ...whose, ...told(which, deliveries) }
    if (deliveries > 0) await recordAct(db, clock, act)
    return deliveries
  })
}

const told = (which: Again, deliveries: number) =>
  'eventId' in which
    ? { target: `delivery:${which.eventId}`, after: { deliveries } }
    : {
        target: 'delivery:range',
        after: { deliveries, from: isoOf(which.from), to: isoOf(which.to), eventTypes: which.eventTypes ?? null },
      }

/** Queues a body that no event of a player stands behind. */
export function ping(pool: Pool, clock: Clock, tenantId: TenantId, id: EventId, body: object): Promise<void> {
  return withTransaction(pool, async (db) => {
    await insertPing(db, tenantId, id, body)
    await recordAct(db, clock, { tenantId, action: 'webhook.pinged', target: `delivery:${id}` })
  })
}
