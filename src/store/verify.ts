import type { Payout, PayoutId } from '../core/funded/payout.ts'
import type { EventId, ExternalBetId, PlayerId, ProgramId, TenantId, UserId, Uuid } from '../core/ids.ts'
import type { Account, LedgerEntry } from '../core/ledger/entries.ts'
import type { BetColumns, StoredBetState } from './bet-state.ts'
import type { EventRow } from './event-rows.ts'
import type { StoredPlayer, StoredProgram } from './player-state.ts'
import { LONG_MS, longStatement, lookThrough, type Queryable, rowsOf, statement } from './statement.ts'
import { tenantTimeOf } from './tenants.ts'

export interface StoredSnapshot {
  readonly player_id: PlayerId
  readonly user_id: UserId | null
  readonly seq: number
  /** The number before the player's first event: those before belong to an earlier player of the same user. */
  readonly seq_base: number
  readonly wake_at: Date | null
  readonly state: StoredPlayer
}

export interface EntryRow {
  readonly event_id: EventId
  readonly line: number
  readonly program_id: ProgramId
  readonly debit: Account
  readonly credit: Account
  readonly amount: LedgerEntry['amount']
}

/** An event with the columns that repeat what is in its facts, for lists to go by. */
export interface VerifiedEvent extends EventRow {
  readonly external_bet_id: ExternalBetId | null
  readonly event_at: Date | null
}

export interface StoredBet extends BetColumns {
  readonly state: StoredBetState
}

export interface ProgramRecord {
  readonly player_id: PlayerId
  readonly program_id: ProgramId
  readonly kind: StoredProgram['kind']
  readonly status: StoredProgram['status']
  readonly started_at: Date
  readonly ended_at: Date | null
  readonly state: StoredProgram
}

export interface StoredPayout {
  readonly player_id: PlayerId
  readonly payout_id: PayoutId
  readonly status: Payout['status']
  readonly payout: Payout
}

const ONE_SNAPSHOT = statement('verify-one-snapshot', 'set transaction isolation level repeatable read, read only')

// For the time of the transaction: whatever looks through all entries of a large tenant takes longer than what the pool is
// there for.
const NO_HURRY = statement('verify-no-hurry', `set local statement_timeout = ${LONG_MS}`)

// What the statistics say of a tenant may be old. Of one that they do not know yet, after a crash or a restore, say, they
// expect a single row, and plan to look through all its events for each of its entries. So what is joined as a whole is
// hashed, and what is wanted of some players is found by its key, one after the other (`lateral` with `offset 0`).
const WHOLE = statement('verify-whole', 'set local enable_nestloop = off')

const PLAYERS = lookThrough(
  'verify-players',
  `select player_id, user_id, seq, seq_base, wake_at, state from players
    where tenant_id = $1 and ($2::uuid is null or player_id > $2) order by player_id limit $3`,
)

const EVENTS = longStatement(
  'verify-events',
  `select tenant_id, event_id, player_id, seq, type, program_id, external_bet_id, event_at, at, recorded_at, data
     from events where tenant_id = $1 and player_id = any($2::uuid[]) order by player_id, seq`,
)

const ENTRIES = longStatement(
  'verify-entries',
  `select l.* from events e cross join lateral (
           select event_id, line, program_id, debit, credit, amount
             from ledger_entries where tenant_id = $1 and event_id = e.event_id offset 0) l
    where e.tenant_id = $1 and e.player_id = any($2::uuid[]) order by l.event_id, l.line`,
)

// Bets have no index by their player: they are found by their names, and those that no event of their player names at the end.
const BETS = longStatement(
  'verify-bets',
  `select b.* from unnest($3::text[]) as k (external_bet_id) cross join lateral (
           select player_id, external_bet_id, standing, state from bets
            where tenant_id = $1 and external_bet_id = k.external_bet_id and player_id = any($2::uuid[]) offset 0) b
    union all
   select player_id, external_bet_id, standing, state from past_bets where tenant_id = $1 and player_id = any($2::uuid[])`,
)

const PROGRAMS = lookThrough(
  'verify-programs',
  `select player_id, program_id, kind, status, started_at, ended_at, state
     from programs where tenant_id = $1 and player_id = any($2::uuid[])`,
)

const PAYOUTS = lookThrough(
  'verify-payouts',
  'select player_id, payout_id, status, payout from payouts where tenant_id = $1 and player_id = any($2::uuid[])',
)

const ORPHANS = longStatement(
  'verify-orphans',
  `select l.event_id, l.line, l.program_id, l.debit, l.credit, l.amount
     from ledger_entries l
    where l.tenant_id = $1
      and not exists (select from events e where e.tenant_id = l.tenant_id and e.event_id = l.event_id)
    order by l.event_id, l.line`,
)

const ORPHANED = longStatement(
  'verify-orphaned-events',
  `select e.player_id, count(*) as events
     from events e
    where e.tenant_id = $1
      and not exists (select from players p where p.tenant_id = e.tenant_id and p.player_id = e.player_id)
    group by e.player_id order by e.player_id`,
)

const ORPHANED_BETS = longStatement(
  'verify-orphaned-bets',
  `select b.player_id, b.external_bet_id
     from bets b
    where b.tenant_id = $1
      and not exists (select from events e
            where e.tenant_id = b.tenant_id and e.player_id = b.player_id and e.external_bet_id = b.external_bet_id)
    order by b.external_bet_id`,
)

const FLAG = statement(
  'verify-flag',
  `insert into flags (tenant_id, flag_id, player_id, type, description, source, flagged_by, flagged_at)
   values ($1, $2, $3, 'ledger_mismatch', $4, 'script', 'verify-ledger', ${tenantTimeOf('$5')})
       on conflict (tenant_id, description) where type = 'ledger_mismatch' and status = 'open' do nothing`,
)

/** What comes first in a transaction that verifies: all of it sees one snapshot of the database, and may take its time. */
export async function beginVerification(db: Queryable): Promise<void> {
  await rowsOf(db, ONE_SNAPSHOT, [])
  await rowsOf(db, NO_HURRY, [])
}

/** Players by id, a slice at a time. */
export const snapshotsAfter = (db: Queryable, tenantId: TenantId, after: PlayerId | null, limit: number) =>
  rowsOf<StoredSnapshot>(db, PLAYERS, [tenantId, after, limit])

export const eventsOfPlayers = (db: Queryable, tenantId: TenantId, ids: readonly PlayerId[]) =>
  rowsOf<VerifiedEvent>(db, EVENTS, [tenantId, ids])

export const entriesOfPlayers = (db: Queryable, tenantId: TenantId, ids: readonly PlayerId[]) =>
  rowsOf<EntryRow>(db, ENTRIES, [tenantId, ids])

/** The bets of some players, as far as one of these names is theirs, and all that they have left behind. */
export const betsOfPlayers = (
  db: Queryable,
  tenantId: TenantId,
  ids: readonly PlayerId[],
  names: readonly ExternalBetId[],
) => rowsOf<StoredBet>(db, BETS, [tenantId, ids, names])

export const programsOfPlayers = (db: Queryable, tenantId: TenantId, ids: readonly PlayerId[]) =>
  rowsOf<ProgramRecord>(db, PROGRAMS, [tenantId, ids])

export const payoutsOfPlayers = (db: Queryable, tenantId: TenantId, ids: readonly PlayerId[]) =>
  rowsOf<StoredPayout>(db, PAYOUTS, [tenantId, ids])

/** What comes before the looks at a tenant as a whole. */
export const beginWhole = (db: Queryable) => rowsOf(db, WHOLE, [])

/** Entries that no event accounts for. */
export const orphanEntries = (db: Queryable, tenantId: TenantId) => rowsOf<EntryRow>(db, ORPHANS, [tenantId])

/** Players who have events and no snapshot. */
export const orphanedEvents = (db: Queryable, tenantId: TenantId) =>
  rowsOf<{ player_id: PlayerId; events: number }>(db, ORPHANED, [tenantId])

/** Bets that no event of their player names. */
export const orphanedBets = (db: Queryable, tenantId: TenantId) =>
  rowsOf<Pick<StoredBet, 'player_id' | 'external_bet_id'>>(db, ORPHANED_BETS, [tenantId])

/** Opens a flag, at a real time, unless the same one is open already. */
export const flagMismatch = (
  db: Queryable,
  flag: { tenantId: TenantId; id: Uuid; playerId: PlayerId | null; description: string; at: string },
) => rowsOf(db, FLAG, [flag.tenantId, flag.id, flag.playerId, flag.description, flag.at])
