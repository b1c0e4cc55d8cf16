import type { EventId, PlayerId, ProgramId, TenantId, UserId } from '../core/ids.ts'
import { type Instant, instant } from '../core/instant.ts'
import type { Account } from '../core/ledger/entries.ts'
import type { Cents } from '../core/money.ts'
import { type Page, type PageRequest, pageOf } from './page.ts'
import { countOf, isoOf, lookThrough, type Queryable, rowsOf, statement } from './statement.ts'

/** What an event moved. */
export interface Booking {
  readonly eventId: EventId
  readonly at: Instant
  readonly entries: readonly {
    readonly programId: ProgramId
    readonly debit: Account
    readonly credit: Account
    readonly amount: Cents
  }[]
}

interface BookingRow {
  readonly event_id: EventId
  readonly at: Date
  readonly entries: Booking['entries']
}

const PLAYER = statement('user-data-player', 'select player_id from players where tenant_id = $1 and user_id = $2')

// A bet that could not be decided and was set aside names a user who may not be a player yet. The flag about it may name
// none, then.
const ADMIT = statement(
  'user-data-admit',
  `with kept as (
     select distinct external_bet_id from inbox where tenant_id = $1 and user_id = $2 and failed_at is not null
   ), admitted as (
     insert into players (tenant_id, player_id, user_id, state)
     select $1, $3, $2, '{"program": null}' where exists (select from kept)
         on conflict (tenant_id, user_id) do nothing
     returning player_id
   ), claimed as (
     update flags f set player_id = admitted.player_id from admitted, kept
      where f.tenant_id = $1 and f.external_bet_id = kept.external_bet_id and f.player_id is null
        and f.type = 'queued_bet_failed'
   )
   select player_id from admitted`,
)

const BOOKINGS = lookThrough(
  'user-data-bookings',
  `select e.event_id, e.at, json_agg(json_build_object('programId', l.program_id, 'debit', l.debit, 'credit', l.credit,
            'amount', l.amount) order by l.line) as entries
     from players p
     join events e using (tenant_id, player_id)
    cross join lateral (select * from ledger_entries where tenant_id = e.tenant_id and event_id = e.event_id offset 0) l
    where p.tenant_id = $1 and p.user_id = $2 and ($3::uuid is null or e.event_id > $3)
    group by e.event_id, e.at
    order by e.event_id
    limit $4`,
)

const WAITING = statement(
  'user-data-intents',
  'select 1 from intents where tenant_id = $1 and user_id = $2 and (expires_at > $3 or approved is not null)',
)

const FORGET_INTENTS = statement(
  'user-data-forget-intents',
  'delete from intents where tenant_id = $1 and user_id = $2',
)

const FORGET_QUEUED = statement('user-data-forget-queued', 'delete from inbox where tenant_id = $1 and user_id = $2')

// What a receiver answered may repeat what it was sent.
const FORGET_ATTEMPTS = statement(
  'user-data-forget-attempts',
  `update deliveries set attempt_log = '[]' where tenant_id = $1 and player_id = $2`,
)

const FORGET_WORDS = statement(
  'user-data-forget-words',
  `update flags set resolution_note = case when resolution_note is null then null else '(erased)' end,
          description = case when source = 'operator' then '(erased)' else description end
    where tenant_id = $1 and player_id = $2`,
)

/** The internal id of a user; null for one that was never seen. */
export async function playerIdOf(db: Queryable, tenantId: TenantId, userId: UserId): Promise<PlayerId | null> {
  const [row] = await rowsOf<{ player_id: PlayerId }>(db, PLAYER, [tenantId, userId])
  return row?.player_id ?? null
}

/**
 * Makes a player of a user of whom nothing is stored but bets that were set aside, with the flags about these; gives null
 * where there is nothing, or the user is a player already.
 */
export async function admitUser(db: Queryable, tenantId: TenantId, userId: UserId, id: PlayerId) {
  const [row] = await rowsOf<{ player_id: PlayerId }>(db, ADMIT, [tenantId, userId, id])
  return row?.player_id ?? null
}

/** All that was booked for a user, the oldest first, an event each. */
export async function listBookings(
  db: Queryable,
  tenantId: TenantId,
  userId: UserId,
  { limit, cursor }: PageRequest,
): Promise<Page<Booking>> {
  const rows = await rowsOf<BookingRow>(db, BOOKINGS, [tenantId, userId, cursor, limit + 1])
  const booking = (row: BookingRow): Booking => ({
    eventId: row.event_id,
    at: instant(row.at.getTime()),
    entries: row.entries,
  })
  return pageOf(rows, limit, booking, (row) => row.event_id)
}

/** Whether an action of a user's money waits for the operator's approval. */
export const awaitsApproval = async (db: Queryable, tenantId: TenantId, userId: UserId, now: Instant) =>
  (await rowsOf(db, WAITING, [tenantId, userId, isoOf(now)])).length > 0

/** Deletes what names a user outside of `players`, and the words of others that may. */
export async function forgetUser(db: Queryable, tenantId: TenantId, userId: UserId, id: PlayerId): Promise<void> {
  await countOf(db, FORGET_INTENTS, [tenantId, userId])
  await countOf(db, FORGET_QUEUED, [tenantId, userId])
  await countOf(db, FORGET_ATTEMPTS, [tenantId, id])
  await countOf(db, FORGET_WORDS, [tenantId, id])
}
