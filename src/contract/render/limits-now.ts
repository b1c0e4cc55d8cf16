import { stakeLimit } from '../../core/bet/rules/max-stake-exceeded.ts'
import { type Instant, utcDay } from '../../core/instant.ts'
import { dailyLossLimit } from '../../core/loss/cooldown.ts'
import { drawdownLimit } from '../../core/loss/drawdown.ts'
import { sessionLoss } from '../../core/loss/loss.ts'
import { larger, subtract, ZERO } from '../../core/money.ts'
import { currentBalance, type Program, rulesetOf } from '../../core/program.ts'
import { amountOf } from '../money-wire.ts'
import { numberOfOdds } from '../odds-wire.ts'
import type * as wire from '../schemas/limits-now.ts'
import { orNull } from './or-null.ts'

/** What the ruleset leaves a player right now: what was staked and lost already is taken off. */
export function renderLimitsNow(program: Program, now: Instant): wire.LimitsNow {
  const ruleset = rulesetOf(program)
  const lost = subtract(program.startingBalance, currentBalance(program))
  const lostInSession = sessionLoss(program, utcDay(now))
  return {
    maxStake: amountOf(stakeLimit(program)),
    dailyLossRemaining: orNull(dailyLossLimit(program), (limit) =>
      amountOf(larger(ZERO, subtract(limit, lostInSession))),
    ),
    drawdownRemaining: orNull(drawdownLimit(program), (limit) => amountOf(larger(ZERO, subtract(limit, lost)))),
    minStake: amountOf(ruleset.minStake),
    minOdds: orNull(ruleset.minOdds, numberOfOdds),
    maxOdds: orNull(ruleset.maxOdds, numberOfOdds),
    maxSelections: ruleset.maxAccumulatorSelections,
  }
}
