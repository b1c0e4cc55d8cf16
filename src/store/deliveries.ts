import type { DomainEvent } from '../core/events.ts'
import type { EventId, PlayerId, TenantId, UserId } from '../core/ids.ts'
import { type Instant, instant } from '../core/instant.ts'
import type { DeliveryStatus } from '../core/outgoing.ts'
import type { Terms } from '../core/terms.ts'
import { type EventRow, eventOfRow } from './event-rows.ts'
import { type LifeRequest, type Page, type PageRequest, pageOf } from './page.ts'
import { countOf, isoOf, lookThrough, type Queryable, rowsOf, statement } from './statement.ts'
import type { Tenant } from './tenants.ts'

/** One try to tell the operator. */
export interface Attempt {
  readonly at: string
  readonly status: number | null
  readonly durationMs: number
  readonly failure: string | null
  /** The first bytes of what the receiver answered. */
  readonly answer: string
}

export interface Delivery {
  readonly eventId: EventId
  /** The number of the event among those of its player; 0 for a ping. */
  readonly seq: number
  readonly eventType: string
  readonly userId: UserId | null
  readonly status: DeliveryStatus
  readonly attempts: number
  readonly attemptLog: readonly Attempt[]
  readonly createdAt: Date
  readonly dueAt: Date
  readonly settledAt: Date | null
}

/** One that tells of an event of a player. */
export interface DeliveryOfEvent extends Delivery {
  /** When its event was stored, in the tenant's time. */
  readonly recordedAt: Instant
}

/** What has to be known to send one. */
export interface Parcel {
  readonly tenantId: TenantId
  readonly eventId: EventId
  readonly seq: number
  readonly attempts: number
  readonly userId: UserId
  /** Null for a ping, whose body is stored. */
  readonly event: DomainEvent | null
  readonly terms: Terms | null
  readonly body: object | null
  readonly url: string | null
  readonly environment: Tenant['environment']
  readonly secrets: readonly string[]
}

/** How many deliveries of a tenant are on their way at once, so that a dead receiver fills no more than its own places. */
const PLACES = 8

// Takes parcels that are due and holds each until its attempt must have ended: one that dies with its process is due
// again by itself. Each tenant is asked for its first ones, so that a look costs the same however many wait; the number
// stands in the text, because the planner takes a limit that it does not know for a tenth of the table. What a tenant has
// under way counts among its places: else those whose receivers hang would take each freed one anew before anybody else.
const TAKE = lookThrough(
  'deliveries-take',
  `with due as (
     select t.tenant_id, first.event_id, first.due_at
       from tenants t
      cross join lateral (
            select d.event_id, d.due_at from deliveries d
             where d.tenant_id = t.tenant_id and d.status = 'pending' and d.due_at <= $1
             order by d.due_at, d.event_id limit ${PLACES}
               for update skip locked) first),
   ranked as (
     select due.*, coalesce(b.under_way, 0) + row_number() over (partition by tenant_id order by due_at, event_id) as place
       from due left join unnest($3::uuid[], $4::int[]) as b (tenant_id, under_way) using (tenant_id)),
   taken as (
     select tenant_id, event_id from ranked where place <= ${PLACES} order by place, due_at limit $2)
   update deliveries d set due_at = $5
     from taken where d.tenant_id = taken.tenant_id and d.event_id = taken.event_id
   returning d.tenant_id, d.event_id`,
)

// The program is looked up by its key (`lateral` with `offset 0`): joined freely, all programs of the tenant would be read for
// each delivery as long as there are no statistics.
const PARCEL = lookThrough(
  'delivery-parcel',
  `select d.tenant_id, d.event_id, d.seq, d.attempts, d.body, p.user_id, tn.settings ->> 'webhookUrl' as url, tn.environment,
          (select array_agg(secret order by created_at desc) from webhook_secrets w
            where w.tenant_id = d.tenant_id and (w.valid_until is null or w.valid_until > $3)) as secrets,
          e.player_id, e.type, e.program_id, e.at, e.recorded_at, e.data, ts.terms
     from deliveries d
     join tenants tn using (tenant_id)
     left join events e on e.tenant_id = d.tenant_id and e.event_id = d.event_id
     left join players p on p.tenant_id = d.tenant_id and p.player_id = d.player_id
     left join lateral (select state ->> 'terms' as terms_hash from programs
            where tenant_id = d.tenant_id and program_id = e.program_id offset 0) g on true
     left join lateral (select terms from terms
            where tenant_id = d.tenant_id and terms_hash = g.terms_hash offset 0) ts on true
    where d.tenant_id = $1 and d.event_id = $2`,
)

// An attempt that another one has overtaken (a replay that began anew, a replica that did not stand still) is written down.
// It counts where it was taken, and no failure of it undoes what has been asked for since.
const COUNTS = `($3 = 'delivered' or attempts = $6)`
const SETTLE = statement(
  'delivery-settle',
  `update deliveries set attempt_log = attempt_log || $4::jsonb,
          status = case when ${COUNTS} then $3 else status end,
          attempts = case when ${COUNTS} then attempts + 1 else attempts end,
          due_at = case when ${COUNTS} then $5 else due_at end,
          settled_at = case when ${COUNTS} and $3 <> 'pending' then now() end
    where tenant_id = $1 and event_id = $2 and status = 'pending'`,
)

const LIST = lookThrough(
  'deliveries-list',
  `select d.*, p.user_id from deliveries d left join players p using (tenant_id, player_id)
    where d.tenant_id = $1 and (d.player_id is null or p.user_id is not null)
      and ($2::text is null or d.status = $2) and ($3::uuid is null or d.event_id < $3)
    order by d.event_id desc limit $4`,
)

const OF_PLAYER = lookThrough(
  'deliveries-of-player',
  `select d.*, $2::text as user_id, e.recorded_at from deliveries d join events e using (tenant_id, event_id)
    where d.tenant_id = $1 and d.seq < $3
      and d.player_id = (select player_id from players where tenant_id = $1 and user_id = $2)
    order by d.seq desc limit $4`,
)

const ONE = statement(
  'delivery-by-id',
  `select d.*, p.user_id from deliveries d left join players p using (tenant_id, player_id)
    where d.tenant_id = $1 and d.event_id = $2`,
)

// A range is of the moments that whoever asks has seen: when deliveries came to be, in whole milliseconds, or what their
// events say.
const AGAIN = lookThrough(
  'deliveries-again',
  `with again as (
     update deliveries d set status = 'pending', attempts = 0, due_at = now(), settled_at = null
      where tenant_id = $1 and ($2::uuid is null or event_id = $2) and ($5::text[] is null or type = any($5))
        and (player_id is null or exists (select from players p
              where p.tenant_id = d.tenant_id and p.player_id = d.player_id and p.user_id is not null))
        and ($3::timestamptz is null or date_trunc('milliseconds', created_at) between $3 and $4
             or exists (select from events e
                  where e.tenant_id = d.tenant_id and e.event_id = d.event_id and e.at between $3 and $4))
     returning player_id)
   select count(*)::int as deliveries, min(player_id::text) as player_id from again`,
)

const PING = statement(
  'delivery-ping',
  `insert into deliveries (tenant_id, event_id, seq, type, body) values ($1, $2, 0, 'ping', $3::jsonb)`,
)

const FORGET = statement('deliveries-forget', `delete from deliveries where status <> 'pending' and settled_at < $1`)

/** `underWay` is how many of each tenant are on their way already. */
export const takeDue = (
  db: Queryable,
  by: { now: Instant; limit: number; underWay: ReadonlyMap<TenantId, number>; leaseUntil: Instant },
) => {
  const values = [isoOf(by.now), by.limit, [...by.underWay.keys()], [...by.underWay.values()], isoOf(by.leaseUntil)]
  return rowsOf<{ tenant_id: TenantId; event_id: EventId }>(db, TAKE, values)
}

interface ParcelRow extends Omit<EventRow, 'type' | 'data'> {
  readonly type: EventRow['type'] | null
  readonly data: EventRow['data'] | null
  readonly attempts: number
  readonly body: object | null
  readonly user_id: UserId | null
  readonly url: string | null
  readonly environment: Tenant['environment']
  readonly secrets: readonly string[] | null
  readonly terms: Terms | null
}

/** Everything that an attempt needs; null where there is nothing to send any more. */
export async function findParcel(
  db: Queryable,
  tenantId: TenantId,
  eventId: EventId,
  now: Instant,
): Promise<Parcel | null> {
  const [row] = await rowsOf<ParcelRow>(db, PARCEL, [tenantId, eventId, isoOf(now)])
  if (row === undefined) return null
  const { type, data, terms } = row
  const event = type && data ? eventOfRow({ ...row, type, data }, () => terms ?? undefined) : null
  return {
    tenantId,
    eventId,
    seq: row.seq,
    attempts: row.attempts,
    userId: row.user_id ?? ('' as UserId),
    event,
    terms,
    body: row.body,
    url: row.url,
    environment: row.environment,
    secrets: row.secrets ?? [],
  }
}

/** Writes an attempt down and what follows from it. */
export const settleAttempt = (
  db: Queryable,
  { tenantId, eventId, attempts }: Pick<Parcel, 'tenantId' | 'eventId' | 'attempts'>,
  status: Delivery['status'],
  attempt: Attempt,
  dueAt: Instant,
) => countOf(db, SETTLE, [tenantId, eventId, status, JSON.stringify([attempt]), isoOf(dueAt), attempts])

interface DeliveryRow {
  readonly event_id: EventId
  readonly seq: number
  readonly type: string
  readonly user_id: UserId | null
  readonly status: Delivery['status']
  readonly attempts: number
  readonly attempt_log: readonly Attempt[]
  readonly created_at: Date
  readonly due_at: Date
  readonly settled_at: Date | null
}

const deliveryOf = (row: DeliveryRow): Delivery => ({
  eventId: row.event_id,
  seq: row.seq,
  eventType: row.type,
  userId: row.user_id,
  status: row.status,
  attempts: row.attempts,
  attemptLog: row.attempt_log,
  createdAt: row.created_at,
  dueAt: row.due_at,
  settledAt: row.settled_at,
})

/** Deliveries of a tenant, newest first. */
export async function listDeliveries(
  db: Queryable,
  tenantId: TenantId,
  status: Delivery['status'] | undefined,
  page: PageRequest,
): Promise<Page<Delivery>> {
  const rows = await rowsOf<DeliveryRow>(db, LIST, [tenantId, status, page.cursor, page.limit + 1])
  return pageOf(rows, page.limit, deliveryOf, (row) => row.event_id)
}

/** Deliveries of what happened to a player, the newest event first. */
export async function deliveriesOfPlayer(
  db: Queryable,
  { tenantId, userId, before, limit }: LifeRequest,
): Promise<readonly DeliveryOfEvent[]> {
  const rows = await rowsOf<DeliveryRow & { recorded_at: Date }>(db, OF_PLAYER, [tenantId, userId, before, limit])
  return rows.map((row) => ({ ...deliveryOf(row), recordedAt: instant(row.recorded_at.getTime()) }))
}

export async function findDelivery(db: Queryable, tenantId: TenantId, id: EventId): Promise<Delivery | null> {
  const [row] = await rowsOf<DeliveryRow>(db, ONE, [tenantId, id])
  return row ? deliveryOf(row) : null
}

/** Which deliveries are to be made again: one, or those of a range, both ends of which are in it. */
export type Again =
  | { readonly eventId: EventId }
  | { readonly from: Instant; readonly to: Instant; readonly eventTypes?: readonly string[] }

/** How many deliveries were made due again. */
export interface MadeDue {
  readonly deliveries: number
  /** Whom the one is about, where it was one. */
  readonly player_id: PlayerId | null
}

/** Makes deliveries due again, from the first attempt on. */
export async function makeDueAgain(db: Queryable, tenantId: TenantId, which: Again): Promise<MadeDue> {
  const values =
    'eventId' in which
      ? [tenantId, which.eventId, null, null, null]
      : [tenantId, null, isoOf(which.from), isoOf(which.to), which.eventTypes]
  const [made] = await rowsOf<MadeDue>(db, AGAIN, values)
  return made ?? { deliveries: 0, player_id: null }
}

export const insertPing = (db: Queryable, tenantId: TenantId, id: EventId, body: object) =>
  countOf(db, PING, [tenantId, id, JSON.stringify(body)])

/** Deletes what was settled so long ago that it is kept no longer. */
export const forgetDeliveries = (db: Queryable, before: Instant) => countOf(db, FORGET, [isoOf(before)])
