import type { TenantId, UserId } from '../core/ids.ts'
import type { Instant } from '../core/instant.ts'
import { invariant } from '../core/invariant.ts'
import type { Cents } from '../core/money.ts'
import { isoOf, type Queryable, rowsOf, statement } from './statement.ts'

/** The bet events of a user with event time in [from, to]; null is without end. */
export interface BetRange {
  readonly tenantId: TenantId
  readonly userId: UserId
  readonly from: Instant | null
  readonly to: Instant | null
}

/** All bet events of a range in sums. */
export interface BetTotals {
  readonly betEvents: number
  readonly accepted: number
  readonly rejected: number
  readonly flagged: number
  readonly staked: Cents
  readonly returned: Cents
  readonly profit: Cents
}

// The events of one player are found by their key. A void takes back what the settlement had brought, a correction what
// stood before it: so the sums of all of a program's events are what its bets have moved.
const TOTALS = statement(
  'bet-totals-of-range',
  `with told as (
     select e.type, (e.data -> 'report' ->> 'stake')::int8 as asked, (e.data ->> 'stake')::int8 as stake,
            case e.type when 'BetSettled' then (e.data ->> 'returned')::int8
                        when 'BetCorrected' then case e.data ->> 'outcome' when 'voided' then null
                                                 else (e.data ->> 'returned')::int8 end end as gives,
            case e.type when 'BetVoided' then case when e.data ->> 'undone' in ('won', 'lost')
                                              then (e.data ->> 'returned')::int8 end
                        when 'BetCorrected' then case e.data ->> 'undone' when 'voided' then null
                                                 else (e.data ->> 'returnedBefore')::int8 end end as takes
       from events e
      where e.tenant_id = $1 and e.player_id = (select player_id from players where tenant_id = $1 and user_id = $2)
        and e.external_bet_id is not null
        and ($3::timestamptz is null or e.event_at >= $3)
        and ($4::timestamptz is null or e.event_at <= $4))
   select count(*)::int as "betEvents",
          count(*) filter (where type not in ('BetRejected', 'SettlementRejected', 'BetFlagged'))::int as accepted,
          count(*) filter (where type in ('BetRejected', 'SettlementRejected'))::int as rejected,
          count(*) filter (where type = 'BetFlagged')::int as flagged,
          coalesce(sum(asked) filter (where type = 'BetAccepted'), 0)::int8 as staked,
          (coalesce(sum(gives), 0) - coalesce(sum(takes), 0))::int8 as returned,
          (coalesce(sum(gives - stake), 0) - coalesce(sum(takes - stake), 0))::int8 as profit
     from told`,
)

export async function betTotalsOf(db: Queryable, { tenantId, userId, from, to }: BetRange): Promise<BetTotals> {
  const [totals] = await rowsOf<BetTotals>(db, TOTALS, [tenantId, userId, isoOf(from), isoOf(to)])
  invariant(totals, 'sums have a row')
  return totals
}
