import { rulesetOf } from '../../program.ts'
import { atLeast, type BetRule } from './rule.ts'

/** Rules 3.4: no odds below the minimum; the minimum itself is allowed. */
export const minOdds: BetRule = (program, slip) =>
  atLeast('min_odds_not_met', 'odds', slip.odds, rulesetOf(program).minOdds)
