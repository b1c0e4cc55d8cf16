import type { BetStatus } from '../core/bet/bet.ts'
import type { EventId, ExternalBetId, TenantId, UserId, Uuid } from '../core/ids.ts'
import { type Instant, instant } from '../core/instant.ts'
import { arraysOf, type Columns, namesOf, sourcesOf } from './batch/binary-rows.ts'
import { answeredWith } from './bet-state.ts'
import { type Page, type PageRequest, pageOf } from './page.ts'
import { countOf, isoOf, lookThrough, type Queryable, rowsOf, statement } from './statement.ts'
import { tenantTimeOf } from './tenants.ts'

/** A bet that waits to be decided. */
export interface QueuedBet<Request = unknown> {
  readonly tenantId: TenantId
  /** What the bet event will be called. */
  readonly eventId: EventId
  readonly userId: UserId
  /** The tenant's time. */
  readonly receivedAt: Instant
  readonly request: Request
}

export interface NewQueuedBet<Request> extends QueuedBet<Request> {
  readonly externalBetId: ExternalBetId
  readonly status: BetStatus
}

const KEPT = {
  tenant_id: 'uuid',
  event_id: 'uuid',
  user_id: 'text',
  external_bet_id: 'text',
  received_at: 'timestamptz',
  request: 'json',
} as const satisfies Columns
const NEW = { ...KEPT, status: 'text', place: 'bigint' } as const satisfies Columns

// The very same report again, right behind itself, is one; so is a try whose first answer was lost. A report whose like
// took effect is told the event of that one, and needs no decision.
const INSERT = statement(
  'inbox-insert',
  `with fresh as materialized (
     select * from ${sourcesOf(NEW)[0]}
   ), known as (
     select fresh.event_id, ${answeredWith('fresh.status')} as known_as
       from fresh join bets b using (tenant_id, external_bet_id)
      where ${answeredWith('fresh.status')} is not null
   ), repeats as (
     select fresh.event_id, last.event_id as known_as
       from fresh cross join lateral (
            select event_id, request from inbox i
             where i.tenant_id = fresh.tenant_id and i.user_id = fresh.user_id and i.failed_at is null
               and i.external_bet_id = fresh.external_bet_id
             order by position desc limit 1) last
      where last.request::text = fresh.request::text and fresh.event_id not in (select event_id from known)
   ), kept as (
     insert into inbox (${namesOf(KEPT)})
     select ${namesOf(KEPT)} from fresh
      where event_id not in (select event_id from known union all select event_id from repeats)
        and not exists (select from events e where e.tenant_id = fresh.tenant_id and e.event_id = fresh.event_id)
      order by place
         on conflict do nothing
   )
   select event_id, known_as from known union all select event_id, known_as from repeats`,
)

const REPORTED = {
  tenant_id: 'uuid',
  event_id: 'uuid',
  external_bet_id: 'text',
  status: 'text',
} as const satisfies Columns
const BEFORE = statement(
  'inbox-before',
  `select r.event_id, ${answeredWith('r.status')} as known_as
     from ${sourcesOf(REPORTED)[0]} join bets b using (tenant_id, external_bet_id)
    where ${answeredWith('r.status')} is not null`,
)

const row = 'tenant_id, event_id, user_id, received_at, request'
const NEXT = statement('inbox-next', `select ${row} from inbox where failed_at is null order by position limit $1`)
const LAST_OF_TENANT = statement(
  'inbox-last-of-tenant',
  'select position from inbox where tenant_id = $1 and failed_at is null order by position desc limit 1',
)
const OF_TENANT = statement(
  'inbox-of-tenant',
  `select ${row} from inbox where tenant_id = $1 and position <= $2 and failed_at is null order by position limit $3`,
)
const OF_USER = statement(
  'inbox-of-user',
  `select ${row} from inbox where tenant_id = $1 and user_id = $2 and failed_at is null order by position limit $3`,
)
const USERS = statement(
  'inbox-users',
  'select distinct user_id from inbox where tenant_id = $1 and event_id = any($2::uuid[]) and failed_at is null',
)

const KEPT_OF_USER = lookThrough(
  'inbox-kept-of-user',
  `select ${row}, position, failed_at is not null as is_failed from inbox
    where tenant_id = $1 and user_id = $2 and ($3::bigint is null or position > $3)
    order by position limit $4`,
)

const FAIL = statement(
  'inbox-fail',
  `with failed as (
     update inbox set failed_at = now(), failure = $3 where tenant_id = $1 and event_id = $2 and failed_at is null
     returning tenant_id, user_id, external_bet_id)
   insert into flags (tenant_id, flag_id, player_id, external_bet_id, type, description, source, flagged_by, flagged_at)
   select tenant_id, $4, (select player_id from players p where p.tenant_id = f.tenant_id and p.user_id = f.user_id),
          external_bet_id, 'queued_bet_failed', $5, 'system', 'system', ${tenantTimeOf('$6')}
     from failed f`,
)

/** Who asks whether a replica is well asks again before long. */
const STANDING_MS = 5_000
const STANDING = statement(
  'inbox-standing',
  `select (select count(*)::integer from (select from inbox where failed_at is null limit 10000) q) as waiting,
          (select extract(epoch from now() - queued_at)::float8 from inbox where failed_at is null
            order by position limit 1) as oldest_seconds,
          (select count(*)::integer from (select from inbox where failed_at is not null limit 10000) q) as failed`,
  STANDING_MS,
)

const TAKE_LEASE = statement(
  'inbox-take-lease',
  `insert into inbox_lease as l (holder, until) values ($1, now() + $2 * interval '1 millisecond')
       on conflict (the_one) do update set holder = excluded.holder, until = excluded.until
    where l.holder = excluded.holder or l.until < now()`,
)
const END_LEASES = statement('inbox-end-leases', 'delete from inbox_lease')
const END_LEASE = statement('inbox-end-lease', 'delete from inbox_lease where holder = $1')

// A replica that has not heard of the change yet may take in bets for a second, and a request under way for half a minute.
const CLOSE = statement(
  'inbox-close',
  `update tenants t set async_until = null
    where async_until < now() - interval '2 minutes' and settings ->> 'integrationMode' = 'sync'
      and not exists (select from inbox i where i.tenant_id = t.tenant_id and i.failed_at is null)`,
)

interface Row {
  readonly tenant_id: TenantId
  readonly event_id: EventId
  readonly user_id: UserId
  readonly received_at: Date
  readonly request: unknown
}

const queuedBetOf = (found: Row): QueuedBet => ({
  tenantId: found.tenant_id,
  eventId: found.event_id,
  userId: found.user_id,
  receivedAt: instant(found.received_at.getTime()),
  request: found.request,
})

const queuedOf = (found: readonly Row[]): readonly QueuedBet[] => found.map(queuedBetOf)

type Known = { readonly event_id: EventId; readonly known_as: EventId }

const knownAs = (known: readonly Known[]): ReadonlyMap<EventId, EventId> =>
  new Map(known.map(({ event_id, known_as }) => [event_id, known_as]))

/** Keeps bets in this order; gives, for those that were known before, the id that they were known by. */
export async function insertQueued(
  db: Queryable,
  bets: readonly NewQueuedBet<unknown>[],
): Promise<ReadonlyMap<EventId, EventId>> {
  const rows = bets.map((bet, place) => ({
    tenant_id: bet.tenantId,
    event_id: bet.eventId,
    user_id: bet.userId,
    external_bet_id: bet.externalBetId,
    received_at: bet.receivedAt,
    request: bet.request,
    status: bet.status,
    place,
  }))
  return knownAs(await rowsOf<Known>(db, INSERT, arraysOf(NEW, rows)))
}

/** Of bets that are not kept: the events of those whose like took effect before. */
export async function effectiveBefore(
  db: Queryable,
  bets: readonly NewQueuedBet<unknown>[],
): Promise<ReadonlyMap<EventId, EventId>> {
  const rows = bets.map(({ tenantId, eventId, externalBetId, status }) => ({
    tenant_id: tenantId,
    event_id: eventId,
    external_bet_id: externalBetId,
    status,
  }))
  return knownAs(await rowsOf<Known>(db, BEFORE, arraysOf(REPORTED, rows)))
}

/** What has waited longest. */
export const nextQueued = async (db: Queryable, limit: number) => queuedOf(await rowsOf<Row>(db, NEXT, [limit]))

/** The place of the bet of a tenant that came last; null where none waits. */
export async function lastQueued(db: Queryable, tenantId: TenantId): Promise<number | null> {
  const [found] = await rowsOf<{ position: number }>(db, LAST_OF_TENANT, [tenantId])
  return found?.position ?? null
}

/** What of a tenant has waited longest, up to a place. */
export const queuedUpTo = async (db: Queryable, tenantId: TenantId, last: number, limit: number) =>
  queuedOf(await rowsOf<Row>(db, OF_TENANT, [tenantId, last, limit]))

export const queuedOfUser = async (db: Queryable, tenantId: TenantId, userId: UserId, limit: number) =>
  queuedOf(await rowsOf<Row>(db, OF_USER, [tenantId, userId, limit]))

/** Whose bets wait that will have these ids. */
export const usersOfQueued = async (db: Queryable, tenantId: TenantId, ids: readonly EventId[]) =>
  (await rowsOf<{ user_id: UserId }>(db, USERS, [tenantId, ids])).map(({ user_id }) => user_id)

/** A bet that has no event yet, or never will. */
export interface KeptBet extends QueuedBet {
  /** It could not be decided, and was set aside. */
  readonly isFailed: boolean
}

interface KeptRow extends Row {
  readonly position: number
  readonly is_failed: boolean
}

const keptOf = (found: KeptRow): KeptBet => ({ ...queuedBetOf(found), isFailed: found.is_failed })

/** What of a user waits or was set aside, in the order of arrival. */
export async function keptOfUser(
  db: Queryable,
  tenantId: TenantId,
  userId: UserId,
  { limit, cursor }: PageRequest,
): Promise<Page<KeptBet>> {
  const rows = await rowsOf<KeptRow>(db, KEPT_OF_USER, [tenantId, userId, cursor, limit + 1])
  return pageOf(rows, limit, keptOf, ({ position }) => String(position))
}

/** Sets aside a bet that can never be decided, and opens a flag, at a real time. */
export const failQueued = (
  db: Queryable,
  { tenantId, eventId }: QueuedBet,
  failure: string,
  flag: { readonly id: EventId; readonly description: string; readonly at: Instant },
) => countOf(db, FAIL, [tenantId, eventId, failure, flag.id, flag.description, isoOf(flag.at)])

/** How much waits (counted to 10,000), for how long, and what was set aside. */
export interface InboxStanding {
  readonly waiting: number
  readonly oldestSeconds: number
  readonly failed: number
}

export async function inboxStanding(db: Queryable): Promise<InboxStanding> {
  const [found] = await rowsOf<{ waiting: number; oldest_seconds: number | null; failed: number }>(db, STANDING, [])
  return { waiting: found?.waiting ?? 0, oldestSeconds: found?.oldest_seconds ?? 0, failed: found?.failed ?? 0 }
}

/** Whether `holder` may work the inbox off for so many milliseconds from now. */
export const takeInboxLease = async (db: Queryable, holder: Uuid, forMs: number) =>
  (await countOf(db, TAKE_LEASE, [holder, forMs])) === 1
export const endInboxLease = (db: Queryable, holder: Uuid) => countOf(db, END_LEASE, [holder])

/** Nobody is at work any more: whoever begins need not wait for those who died. */
export const endInboxLeases = (db: Queryable) => countOf(db, END_LEASES, [])

/** Tenants that left the async mode minutes ago and have nothing left need not be asked about the inbox any more. */
export const closeInboxes = (db: Queryable) => countOf(db, CLOSE, [])
