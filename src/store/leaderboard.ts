import type { PlayerId, TenantId, TermsHash } from '../core/ids.ts'
import type { Instant } from '../core/instant.ts'
import type { Cents } from '../core/money.ts'
import { isoOf, lookThrough, type Queryable, rowsOf } from './statement.ts'

/** The best program of a player. */
export interface ScoreRow {
  readonly player_id: PlayerId
  readonly terms_hash: TermsHash
  readonly starting_balance: Cents
  /** Above nothing; payouts included. */
  readonly profit: Cents
  /** Equals share one. */
  readonly rank: number
}

// A running program stands in the snapshot of its player, an ended one in its own row.
const BEST = lookThrough(
  'leaderboard-best',
  `with scores as (
     select g.program_id, p.player_id, p.state -> 'program' ->> 'terms' as terms_hash,
            (p.state -> 'program' ->> 'startingBalance')::bigint as starting_balance,
            (p.state #>> '{program,balances,available}')::bigint + (p.state #>> '{program,balances,reserved}')::bigint
              + (p.state #>> '{program,balances,held}')::bigint as balance,
            (p.state -> 'program' ->> 'betsAccepted')::bigint as bets
       from programs g join players p using (tenant_id, player_id)
      where g.tenant_id = $1 and g.ended_at is null and p.user_id is not null
        and p.state -> 'program' ->> 'id' = g.program_id::text
      union all
     select g.program_id, g.player_id, g.state ->> 'terms', (g.state ->> 'startingBalance')::bigint,
            (g.state ->> 'finalBalance')::bigint, (g.state ->> 'betsAccepted')::bigint
       from programs g join players p using (tenant_id, player_id)
      where g.tenant_id = $1 and g.ended_at >= $2 and p.user_id is not null),
   profits as (
     select s.*, balance - starting_balance + coalesce((
              select sum((y.payout ->> 'grossAmount')::bigint) from payouts y
               where y.tenant_id = $1 and y.program_id = s.program_id and y.status = 'executed'), 0)::bigint as profit
       from scores s where s.bets > 0),
   best as (
     select distinct on (player_id) player_id, terms_hash, starting_balance, profit,
            profit::numeric / starting_balance as share
       from profits where profit > 0
      order by player_id, profit::numeric / starting_balance desc, program_id)
   select player_id, terms_hash, starting_balance, profit, rank() over (order by share desc) as rank
     from best order by share desc, player_id limit $3`,
)

/** The players of a tenant with their best program among those that run, or have ended since a moment; the best first. */
export const bestPrograms = (db: Queryable, tenantId: TenantId, since: Instant, limit: number) =>
  rowsOf<ScoreRow>(db, BEST, [tenantId, isoOf(since), limit])
