import { payoutHalfUp, timesFloor } from '../../money.ts'
import { rulesetOf } from '../../program.ts'
import { atMost, type BetRule } from './rule.ts'

/** Rules 3.5: the whole return of a bet stays within a multiple of the starting balance. */
export const maxPayout: BetRule = (program, slip) => {
  const multiplier = rulesetOf(program).maxPayoutMultiplier
  const limit = multiplier === null ? null : timesFloor(program.startingBalance, multiplier)
  return atMost('max_payout_exceeded', 'cents', payoutHalfUp(slip.stake, slip.odds), limit)
}
