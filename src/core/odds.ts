import type { Branded } from './brand.ts'
import { invariant } from './invariant.ts'

/** Decimal odds in ten-thousandths: 2.05 is 20500. Rules 1.4 */
export type Odds = Branded<number, 'Odds'>

export const ODDS_ONE = 10_000 as Odds
/** 1,000,000.0000 */
export const ODDS_MAX = 10_000_000_000 as Odds

/** Wears the brand: above 1 and up to 1,000,000, and in bets of earlier versions exactly 1, to which they had been rounded. Rules 1.4 */
export function odds(tenThousandths: number): Odds {
  invariant(
    Number.isSafeInteger(tenThousandths) && tenThousandths >= ODDS_ONE && tenThousandths <= ODDS_MAX,
    `odds lie between 1 and 1,000,000 in whole ten-thousandths, not ${tenThousandths}`,
  )
  return tenThousandths as Odds
}
