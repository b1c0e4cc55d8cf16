import type { Bet } from '../../core/bet/bet.ts'
import type { EventId, ExternalBetId, PlayerId, TenantId, UserId, Uuid } from '../../core/ids.ts'
import type { PayoutReview } from '../../core/tenant.ts'
import type { StoredBetState } from '../bet-state.ts'
import type { KeyName } from '../idempotency.ts'
import type { StoredPlayer } from '../player-state.ts'
import { type Queryable, rowsOf, statement } from '../statement.ts'
import { arraysOf, type Columns, sourcesOf } from './binary-rows.ts'

/** A version of a row: the transaction that wrote it, and where it lies. Whatever changes the row makes another. */
export interface RowVersion {
  readonly xmin: string
  readonly ctid: string
}

// Players and bets are locked in the order of their keys, players first, so that two batches cannot wait in a ring; what a
// batch writes without a lock follows the same order. They are looked up one by one beside the sorted keys (`lateral`): that
// has one plan, whatever was in the tables when it was made, and sorts no documents.

export interface PlayerRow extends Pick<RowVersion, 'xmin'> {
  /** Which of the wanted ones it is, from 0. */
  readonly place: number
  readonly player_id: PlayerId
  readonly seq: number
  /** Null where it is the one that is known. */
  readonly state: StoredPlayer | null
}

/** A player to lock, and how it was when it was last seen: the version of its row, and the number of its last event. */
export interface PlayerWanted {
  readonly tenantId: TenantId
  readonly userId: UserId
  readonly known: (Pick<RowVersion, 'xmin'> & { readonly id: PlayerId; readonly seq: number }) | undefined
}

export interface TenantRow extends Pick<RowVersion, 'xmin'> {
  readonly tenant_id: TenantId
  readonly clock_offset_ms: number
  readonly max_backfill_hours: number
  readonly monthly_challenge_limit: number | null
  readonly payout_review: PayoutReview
}

export interface BetWanted {
  readonly tenantId: TenantId
  readonly externalBetId: ExternalBetId
}

export interface BetRow extends RowVersion {
  /** Which of the wanted ones it is, from 0. */
  readonly place: number
  readonly player_id: PlayerId
  readonly standing: Bet['standing']
  readonly state: StoredBetState
}

const PLAYERS = {
  tenant_id: 'uuid',
  user_id: 'text',
  player_id: 'uuid',
  xmin: 'xid',
  seq: 'bigint',
  place: 'bigint',
} as const satisfies Columns

const BETS = { tenant_id: 'uuid', external_bet_id: 'text', place: 'bigint' } as const satisfies Columns

const LOCK_PLAYERS = statement(
  'batch-lock-players',
  `select r.place, p.xmin, p.player_id, p.seq,
          case when p.player_id = r.player_id and p.xmin = r.xmin and p.seq = r.seq then null else p.state end as state
     from (select * from ${sourcesOf(PLAYERS)} order by tenant_id, user_id collate "C") as r,
  lateral (select p.xmin, p.player_id, p.seq, p.state from players p
            where p.tenant_id = r.tenant_id and p.user_id = r.user_id
              for update) as p`,
)

// Who is there is locked, at their place in the order of locks, and stays as they are.
const ADD_PLAYERS = statement(
  'batch-add-players',
  `insert into players (tenant_id, player_id, user_id, state)
   select * from unnest($1::uuid[], $2::uuid[], $3::text[]) as k (tenant_id, player_id, user_id),
     lateral (select '{"selfExclusion": {"excluded": false, "until": null}, "program": null}'::json) as s (state)
    order by tenant_id, user_id collate "C"
       on conflict (tenant_id, user_id) do update set seq = players.seq where false
   returning player_id`,
)

const TAKE_BACK = statement(
  'batch-take-back-players',
  `delete from players p using unnest($1::uuid[], $2::uuid[]) as k (tenant_id, player_id)
    where p.tenant_id = k.tenant_id and p.player_id = k.player_id`,
)

const LOCK_BETS = statement(
  'batch-lock-bets',
  `select r.place, b.ctid, b.xmin, b.player_id, b.standing, b.state
     from (select * from ${sourcesOf(BETS)} order by tenant_id, external_bet_id collate "C") as r,
  lateral (select b.ctid, b.xmin, b.player_id, b.standing, b.state from bets b
            where b.tenant_id = r.tenant_id and b.external_bet_id = r.external_bet_id
              for update) as b`,
)

const TENANTS = statement(
  'batch-tenants',
  `select tenant_id, xmin, clock_offset_ms,
          (settings ->> 'maxBackfillHours')::float8 as max_backfill_hours,
          (plan ->> 'monthlyChallengeLimit')::integer as monthly_challenge_limit,
          settings ->> 'payoutReview' as payout_review
     from tenants where tenant_id = any($1::uuid[])`,
)

const LOCK_MONTHS = statement(
  'batch-lock-months',
  `insert into purchase_months (tenant_id, month, purchases)
   select tenant_id, month, 0 from unnest($1::uuid[], $2::text[]) as k (tenant_id, month)
    order by tenant_id, month
       on conflict (tenant_id, month) do update set purchases = purchase_months.purchases
   returning tenant_id, purchases`,
)

const PRESENT = statement(
  'batch-events-present',
  `select event_id from unnest($1::uuid[], $2::uuid[]) as k (tenant_id, event_id) join events using (tenant_id, event_id)`,
)

const ANSWERED = statement(
  'batch-answers-present',
  `select 1
     from unnest($1::uuid[], $2::text[], $3::text[], $4::uuid[]) as c (tenant_id, scope, key, claim_id)
     join idempotency_keys k using (tenant_id, scope, key, claim_id)
    where k.status is not null`,
)

export const lockPlayers = (db: Queryable, wanted: readonly PlayerWanted[]) =>
  rowsOf<PlayerRow>(
    db,
    LOCK_PLAYERS,
    arraysOf(
      PLAYERS,
      wanted.map(({ tenantId, userId, known }, place) => ({
        tenant_id: tenantId,
        user_id: userId,
        player_id: known?.id ?? null,
        xmin: known?.xmin ?? null,
        seq: known?.seq ?? null,
        place,
      })),
    ),
  )

/** Locks the rows of users and makes those of who was never seen, all in the order of their keys; gives those that it made. */
export const addPlayers = (db: Queryable, wanted: readonly PlayerWanted[], newId: () => PlayerId) =>
  rowsOf<{ player_id: PlayerId }>(db, ADD_PLAYERS, [
    wanted.map(({ tenantId }) => tenantId),
    wanted.map(newId),
    wanted.map(({ userId }) => userId),
  ])

/** Takes back rows that the same transaction has made. */
export const takeBackPlayers = (db: Queryable, tenantIds: readonly TenantId[], playerIds: readonly PlayerId[]) =>
  rowsOf(db, TAKE_BACK, [tenantIds, playerIds])

export const lockBets = (db: Queryable, wanted: readonly BetWanted[]) =>
  rowsOf<BetRow>(
    db,
    LOCK_BETS,
    arraysOf(
      BETS,
      wanted.map(({ tenantId, externalBetId }, place) => ({
        tenant_id: tenantId,
        external_bet_id: externalBetId,
        place,
      })),
    ),
  )

export const loadTenants = (db: Queryable, tenantIds: readonly TenantId[]) =>
  rowsOf<TenantRow>(db, TENANTS, [tenantIds])

/** Locks the purchases of a tenant in a month and counts them: the monthly limit is wider than one player. */
export const lockMonths = (db: Queryable, tenantIds: readonly TenantId[], months: readonly string[]) =>
  rowsOf<{ tenant_id: TenantId; purchases: number }>(db, LOCK_MONTHS, [tenantIds, months])

/** Which of these events are stored: asked where the fate of a COMMIT is unknown. */
export const eventsPresent = (db: Queryable, tenantIds: readonly TenantId[], eventIds: readonly EventId[]) =>
  rowsOf<{ event_id: EventId }>(db, PRESENT, [tenantIds, eventIds])

/** A row for each of these claims whose answer is stored: asked for the same reason. */
export const answersPresent = (db: Queryable, claims: readonly (KeyName & { readonly claimId: Uuid })[]) =>
  rowsOf(db, ANSWERED, [
    claims.map(({ tenantId }) => tenantId),
    claims.map(({ scope }) => scope),
    claims.map(({ key }) => key),
    claims.map(({ claimId }) => claimId),
  ])
