import type { DomainEvent } from '../core/events.ts'
import type { EventId, TenantId, UserId } from '../core/ids.ts'
import type { Terms } from '../core/terms.ts'
import { EVENT_COLUMNS, type EventRow, eventOfRow } from './event-rows.ts'
import { type Page, pageOf } from './page.ts'
import { countOf, lookThrough, type Queryable, rowsOf, statement } from './statement.ts'

/** An event that goes out, with what its rendering needs. */
export interface OutgoingEvent {
  readonly event: DomainEvent
  readonly userId: UserId
  readonly terms: Terms
  readonly seq: number
}

// Only what no open transaction can still come before is listed, in the order in which it became visible. Within a
// transaction the numbers of a player's events tell the order, and their ids do not: what fell due before a purchase is
// named after the purchase. The index on the transaction finds the place; the few rows of one are sorted.
const AFTER = lookThrough(
  'outbox-after',
  `select ${EVENT_COLUMNS}, p.user_id, ts.terms
     from outbox o
     join events e using (tenant_id, event_id)
     join players p on p.tenant_id = o.tenant_id and p.player_id = o.player_id
     join programs g on g.tenant_id = o.tenant_id and g.program_id = e.program_id
     join terms ts on ts.tenant_id = o.tenant_id and ts.terms_hash = g.state ->> 'terms'
    where o.tenant_id = $1 and p.user_id is not null
      and o.txid < (select outbox_place(pg_snapshot_xmin(pg_current_snapshot())))
      and ($2::uuid is null or (o.txid, o.player_id, o.seq) > (select b.txid, b.player_id, b.seq from outbox b
            where b.tenant_id = $1 and b.event_id = $2))
    order by o.txid, o.player_id, o.seq
    limit $3`,
)

// As text: a transaction's number may be larger than a safe integer.
const LAST = statement('outbox-last', 'select max(txid)::text as txid from outbox where tenant_id = $1')
const STANDS_BEHIND = statement(
  'outbox-stands-behind',
  'select $1::xid8 >= outbox_place(pg_snapshot_xmin(pg_current_snapshot())) as behind',
)

// What is seen has been counted: where it is not, another server has counted it. Two replicas that find so at once say the same.
const COUNT_ON = lookThrough(
  'outbox-count-on',
  `update outbox_count set ahead = last.txid::text::bigint
     from (select max(own.txid) as txid
             from tenants t
            cross join lateral (select max(txid) as txid from outbox where tenant_id = t.tenant_id) own) last
    where last.txid >= outbox_place(pg_snapshot_xmax(pg_current_snapshot()))`,
)

const ONE = statement('outbox-by-id', 'select 1 from outbox where tenant_id = $1 and event_id = $2')

/** Whether an event of this id went out. */
export const wentOut = async (db: Queryable, tenantId: TenantId, id: EventId): Promise<boolean> =>
  (await countOf(db, ONE, [tenantId, id])) === 1

/** The transaction of the latest event that a tenant was told of; null where there is none. */
export async function lastOutgoing(db: Queryable, tenantId: TenantId): Promise<string | null> {
  const [row] = await rowsOf<{ txid: string | null }>(db, LAST, [tenantId])
  return row?.txid ?? null
}

/** Whether a transaction that began before this one ended is still open. */
export async function standsBehind(db: Queryable, txid: string): Promise<boolean> {
  const [row] = await rowsOf<{ behind: boolean }>(db, STANDS_BEHIND, [txid])
  return row?.behind === true
}

/** After a dump was restored on another server: has it count on from what was told before. */
export const countOnElsewhere = (db: Queryable) => countOf(db, COUNT_ON, [])

type Row = EventRow & { readonly user_id: UserId; readonly terms: Terms }

const outgoing = (row: Row): OutgoingEvent => ({
  event: eventOfRow(row, () => row.terms),
  userId: row.user_id,
  terms: row.terms,
  seq: row.seq,
})

/** What went out after an event, the oldest first; from the beginning where none is named. */
export async function outgoingAfter(
  db: Queryable,
  tenantId: TenantId,
  after: EventId | null,
  limit: number,
): Promise<Page<OutgoingEvent>> {
  const rows = await rowsOf<Row>(db, AFTER, [tenantId, after, limit + 1])
  return pageOf(rows, limit, outgoing, (row) => row.event_id)
}
