import { payoutHalfUp } from '../../money.ts'
import { rulesetOf } from '../../program.ts'
import { atMost, type BetRule } from './rule.ts'

/** Rules 3.7: what one ticket can win beyond its stake is capped. */
export const maxWin: BetRule = (program, slip) =>
  atMost(
    'max_win_exceeded',
    'cents',
    payoutHalfUp(slip.stake, slip.odds) - slip.stake,
    rulesetOf(program).maxWinPerTicket,
  )
