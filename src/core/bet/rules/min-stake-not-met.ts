import { rulesetOf } from '../../program.ts'
import { atLeast, type BetRule } from './rule.ts'

/** Rules 3.1: no stake below the minimum; the minimum itself is allowed. */
export const minStake: BetRule = (program, slip) =>
  atLeast('min_stake_not_met', 'cents', slip.stake, rulesetOf(program).minStake)
