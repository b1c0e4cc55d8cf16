import { rulesetOf } from '../../program.ts'
import { atMost, type BetRule } from './rule.ts'

/** Rules 3.3: no odds above the maximum; the maximum itself is allowed. */
export const oddsLimit: BetRule = (program, slip) =>
  atMost('odds_limit_exceeded', 'odds', slip.odds, rulesetOf(program).maxOdds)
