import type { Instant } from '../../instant.ts'
import type { Program } from '../../program.ts'
import { cashOut } from './cashout-not-allowed-during-challenge.ts'
import { awaitingChoice } from './challenge-awaiting-choice.ts'
import { cooldownActive } from './cooldown-active.ts'
import { dailyDrawdown } from './daily-drawdown-exceeded.ts'
import { luckyBet } from './lucky-bet-profit-limit.ts'
import { maxDrawdown } from './max-drawdown-exceeded.ts'
import { maxPayout } from './max-payout-exceeded.ts'
import { maxSelections } from './max-selections-exceeded.ts'
import { maxStake } from './max-stake-exceeded.ts'
import { maxWin } from './max-win-exceeded.ts'
import { minOdds } from './min-odds-not-met.ts'
import { minStake } from './min-stake-not-met.ts'
import { oddsLimit } from './odds-limit-exceeded.ts'
import { payoutPending } from './payout-pending.ts'
import type { BetRule, Breach, Check, Slip } from './rule.ts'

/** Every rule of a bet on a program that runs, in the order of the list of codes. Rules 3 */
const betRules: readonly BetRule[] = [
  minStake,
  maxStake,
  oddsLimit,
  minOdds,
  maxPayout,
  maxSelections,
  maxWin,
  luckyBet,
  maxDrawdown,
  dailyDrawdown,
  cooldownActive,
  payoutPending,
  cashOut,
]

/** Every rule that applies, held against the bet: the decision trace. A passed challenge has one rule alone. */
export const checksOf = (program: Program, slip: Slip, now: Instant): readonly Check[] =>
  (program.status === 'active' ? betRules : [awaitingChoice])
    .map((rule) => rule(program, slip, now))
    .filter((check) => check !== undefined)

/** Every rule that the bet breaks, all at once; an empty list accepts it. Rules 3 */
export const breachesOf = (program: Program, slip: Slip, now: Instant): readonly Breach[] =>
  checksOf(program, slip, now)
    .filter((check) => !check.holds)
    .map(({ code, unit, actual, limit }) => ({ code, unit, actual, limit }))
