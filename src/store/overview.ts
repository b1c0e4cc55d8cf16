import type { ProgramId, TenantId, TermsHash } from '../core/ids.ts'
import type { Instant } from '../core/instant.ts'
import type { Cents } from '../core/money.ts'
import type { Odds } from '../core/odds.ts'
import type { DeliveryStatus } from '../core/outgoing.ts'
import type { Balances } from '../core/program.ts'
import type { Phase } from '../core/terms.ts'
import { IS_SHOWN } from './flags.ts'
import { isoOf, lookThrough, type Queryable, rowsOf, statement } from './statement.ts'

/** Challenges under the same terms that have not ended. */
export interface ChallengesRow {
  readonly status: 'active' | 'passed_pending_choice'
  readonly terms: TermsHash
  readonly count: number
}

const CHALLENGES = lookThrough(
  'overview-challenges',
  `select g.status, g.state ->> 'terms' as terms, count(*)::int as count
     from programs g join players p using (tenant_id, player_id)
    where g.tenant_id = $1 and g.kind = 'challenge' and g.status in ('active', 'passed_pending_choice')
      and p.user_id is not null
    group by 1, 2`,
)

/** How many challenges run: their own stakes and bonuses follow from their terms alone. */
export const countChallenges = (db: Queryable, tenantId: TenantId) => rowsOf<ChallengesRow>(db, CHALLENGES, [tenantId])

/** A running program, as far as its balance says what may have to be paid. */
export interface RunningRow {
  readonly program_id: ProgramId
  readonly kind: Phase
  readonly terms: TermsHash
  readonly balances: Balances
  readonly starting_balance: Cents
  /** Null for a challenge. */
  readonly refundable_own_stake: Cents | null
}

// The snapshots of players hold the balances, and taking one apart costs: so only of those is asked that count.
const RUNNING = lookThrough(
  'overview-running',
  `select g.program_id, g.kind, s.terms, s.balances, s."startingBalance" as starting_balance,
          s."refundableOwnStake" as refundable_own_stake
     from programs g
     join players p using (tenant_id, player_id)
    cross join lateral json_to_record(p.state -> 'program')
          as s (id uuid, terms text, balances json, "startingBalance" int8, "refundableOwnStake" int8)
    where g.tenant_id = $1 and g.status = 'active' and s.id = g.program_id and p.user_id is not null
      and (g.kind = 'funded' or g.program_id = any($2::uuid[]))`,
)

/** Funded accounts, and of the challenges those that are named. */
export const runningPrograms = (db: Queryable, tenantId: TenantId, challenges: readonly ProgramId[]) =>
  rowsOf<RunningRow>(db, RUNNING, [tenantId, challenges])

export interface OpenBetRow {
  readonly program_id: ProgramId
  readonly stake: Cents
  readonly odds: Odds
}

// Open bets have no index, which would cost every bet: this reads the table, at some 30 ms for 100,000 bets.
const OPEN_BETS = statement(
  'overview-open-bets',
  `select (state -> 'placement' ->> 'programId')::uuid as program_id,
          (state -> 'placement' ->> 'stake')::int8 as stake,
          (state -> 'placement' ->> 'odds')::int8 as odds
     from bets where tenant_id = $1 and standing = 'open'`,
)

export const openBets = (db: Queryable, tenantId: TenantId) => rowsOf<OpenBetRow>(db, OPEN_BETS, [tenantId])

/** What happened to programs on a UTC day. `reason` is that of a failed challenge or a revoked account. */
export interface MilestoneRow {
  readonly day: string
  readonly what: 'purchased' | 'passed' | 'failed' | 'revoked' | 'completed' | 'refunded' | 'cancelled' | 'closed'
  readonly reason: string | null
  readonly count: number
}

// Whatever began or passed since a day has ended since then or not at all.
const MILESTONES = statement(
  'overview-milestones',
  `with seen as (
     select kind, status, started_at, ended_at, coalesce(state ->> 'failureReason', state ->> 'endReason') as reason,
            to_timestamp((state ->> 'passedAt')::int8 / 1000.0) as passed_at
       from programs where tenant_id = $1 and (ended_at is null or ended_at >= $2)),
   milestones as (
     select started_at as at, 'purchased' as what, null as reason from seen where kind = 'challenge'
     union all
     select passed_at, 'passed', null from seen where passed_at is not null
     union all
     select ended_at, status, reason from seen
      where ended_at is not null and not (kind = 'funded' and status = 'refunded'))
   select to_char(at at time zone 'UTC', 'YYYY-MM-DD') as day, what, reason, count(*)::int as count
     from milestones where at >= $2 group by 1, 2, 3`,
)

export const milestonesSince = (db: Queryable, tenantId: TenantId, since: Instant) =>
  rowsOf<MilestoneRow>(db, MILESTONES, [tenantId, isoOf(since)])

/** Payouts of a UTC day, or those that wait: sums in minor units. */
export interface PayoutSumRow {
  /** Null: they wait. */
  readonly day: string | null
  readonly count: number
  readonly user_share: number
  readonly own_stake_returned: number
  /** Of those that wait, since when the oldest does. */
  readonly oldest: number
}

const PAYOUTS = lookThrough(
  'overview-payouts',
  `select case when status = 'executed'
               then to_char(to_timestamp((payout ->> 'decidedAt')::int8 / 1000.0) at time zone 'UTC', 'YYYY-MM-DD')
           end as day,
          count(*)::int as count, sum((payout ->> 'userShare')::int8)::int8 as user_share,
          sum((payout ->> 'ownStakeReturned')::int8)::int8 as own_stake_returned,
          min((payout ->> 'requestedAt')::int8) as oldest
     from payouts y join players p using (tenant_id, player_id)
    where y.tenant_id = $1
      and (y.status = 'pending' and p.user_id is not null
        or y.status = 'executed' and (y.payout ->> 'decidedAt')::int8 >= $2)
    group by 1`,
)

export const payoutSums = (db: Queryable, tenantId: TenantId, since: Instant) =>
  rowsOf<PayoutSumRow>(db, PAYOUTS, [tenantId, since])

// The newest placements only, so that it costs the same whatever a tenant has.
const VERDICTS = statement(
  'overview-verdicts',
  `with newest as (
     select type, data, at from events
      where tenant_id = $1 and type in ('BetAccepted', 'BetRejected') order by event_id desc limit $2)
   select type, null as code, count(*)::int as count, min(at) as since from newest group by type
   union all
   select 'code', reason ->> 'code', count(*)::int, min(at)
     from newest cross join lateral json_array_elements(data -> 'reasons') as reason
    where type = 'BetRejected' group by 2`,
)

export interface VerdictRow {
  readonly type: 'BetAccepted' | 'BetRejected' | 'code'
  readonly code: string | null
  readonly count: number
  readonly since: Date
}

/** How the newest `limit` placements of a tenant were judged, and by which codes. */
export const newestVerdicts = (db: Queryable, tenantId: TenantId, limit: number) =>
  rowsOf<VerdictRow>(db, VERDICTS, [tenantId, limit])

export interface DeliverySumRow {
  readonly status: DeliveryStatus
  readonly count: number
  readonly oldest: Date
}

const DELIVERIES = statement(
  'overview-deliveries',
  `select status, count(*)::int as count, min(created_at) as oldest from deliveries where tenant_id = $1 group by status`,
)

export const deliverySums = (db: Queryable, tenantId: TenantId) => rowsOf<DeliverySumRow>(db, DELIVERIES, [tenantId])

const OPEN_FLAGS = lookThrough(
  'overview-open-flags',
  `select count(*)::int as count
     from flags f left join players p using (tenant_id, player_id)
    where f.tenant_id = $1 and f.status = 'open' and ${IS_SHOWN}`,
)

export async function countOpenFlags(db: Queryable, tenantId: TenantId): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(db, OPEN_FLAGS, [tenantId])
  return row?.count ?? 0
}
