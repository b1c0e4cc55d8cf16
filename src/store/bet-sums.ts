import type { ExternalBetId, PlayerId, ProgramId, TenantId } from '../core/ids.ts'
import { invariant } from '../core/invariant.ts'
import type { Cents } from '../core/money.ts'
import { type Queryable, rowsOf, statement } from './statement.ts'

/** What the settled bets of a program brought. */
export interface BetSums {
  readonly won: number
  readonly lost: number
  readonly staked: Cents
  readonly returned: Cents
  /** The bet with the largest profit; null where none was won. */
  readonly largestWin: { readonly externalBetId: ExternalBetId; readonly profit: Cents } | null
}

interface SumRow {
  readonly won: number
  readonly lost: number
  readonly staked: number
  readonly returned: number
  readonly bet: ExternalBetId | null
  readonly profit: number | null
}

// The events of one player are found by their key. Of each bet its last word counts: a void of a settlement takes it out, a
// correction puts another outcome in its place.
const SUMS = statement(
  'bet-sums-of-program',
  `with come_to as (
     select distinct on (e.external_bet_id) e.external_bet_id as bet, e.seq, e.data ->> 'outcome' as outcome,
            (e.data ->> 'stake')::int8 as stake, (e.data ->> 'returned')::int8 as returned
       from events e
      where e.tenant_id = $1 and e.player_id = $2 and e.program_id = $3
        and e.type in ('BetSettled', 'BetVoided', 'BetCorrected')
      order by e.external_bet_id, e.seq desc),
   settled as (select * from come_to where outcome in ('won', 'lost')),
   largest as (select bet, returned - stake as profit from settled where returned > stake order by 2 desc, seq limit 1)
   select count(*) filter (where outcome = 'won')::int as won, count(*) filter (where outcome = 'lost')::int as lost,
          coalesce(sum(stake), 0)::int8 as staked, coalesce(sum(returned), 0)::int8 as returned,
          (select bet from largest) as bet, (select profit from largest) as profit
     from settled`,
)

/** The settled bets of a program in sums. */
export async function betSumsOf(
  db: Queryable,
  tenantId: TenantId,
  playerId: PlayerId,
  programId: ProgramId,
): Promise<BetSums> {
  const [row] = await rowsOf<SumRow>(db, SUMS, [tenantId, playerId, programId])
  invariant(row, 'sums have a row')
  const { won, lost, staked, returned, bet, profit } = row
  return {
    won,
    lost,
    staked: staked as Cents,
    returned: returned as Cents,
    largestWin: bet === null || profit === null ? null : { externalBetId: bet, profit: profit as Cents },
  }
}
