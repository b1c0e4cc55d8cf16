import type { Pool } from 'pg'
import type { EventId, TenantId } from '../core/ids.ts'
import { withTransaction } from '../store/database.ts'
import { type Again, deliverAgain, insertPing } from '../store/deliveries.ts'
import { isoOf } from '../store/statement.ts'
import { recordAct } from './audit/record-act.ts'
import type { Clock } from './clock.ts'

/** Makes deliveries due again; gives how many. */
export function deliverOnceMore(pool: Pool, clock: Clock, tenantId: TenantId, which: Again): Promise<number> {
  return withTransaction(pool, async (db) => {
    const { deliveries, player_id: playerId } = await deliverAgain(db, tenantId, which)
    const { eventId, from = null, to = null, eventTypes = null } = which
    const after = eventId ? { deliveries } : { deliveries, from: isoOf(from), to: isoOf(to), eventTypes }
    const target = eventId ? `delivery:${eventId}` : 'delivery:range'
    const whose = eventId && playerId !== null ? { playerId } : {}
    if (deliveries > 0) await recordAct(db, clock, { tenantId, action: 'webhook.redelivered', target, ...whose, after })
    return deliveries
  })
}

/** Queues a body that no event of a player stands behind. */
export function ping(pool: Pool, clock: Clock, tenantId: TenantId, id: EventId, body: object): Promise<void> {
  return withTransaction(pool, async (db) => {
    await insertPing(db, tenantId, id, body)
    await recordAct(db, clock, { tenantId, action: 'webhook.pinged', target: `delivery:${id}` })
  })
}
