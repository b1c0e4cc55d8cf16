import { type Cents, larger, percentFloor, smaller, ZERO } from '../../money.ts'
import { currentBalance, type Program, rulesetOf, virtualBalance } from '../../program.ts'
import { atMost, type BetRule } from './rule.ts'

/**
 * The largest stake that the balance allows now, in minor units, never below 0. On a funded account profit leaves it
 * where it was, and losses bring it down. Rules 3.2
 */
export function stakeLimit(program: Program): Cents {
  const percent = rulesetOf(program).maxStakePercent
  const free = larger(program.balances.available, ZERO)
  if (percent === null) return free
  const base =
    program.kind === 'challenge' ? currentBalance(program) : smaller(program.startingBalance, virtualBalance(program))
  return smaller(larger(percentFloor(base, percent), ZERO), free)
}

/** Rules 3.2: a share of the balance at most, of which open bets leave enough. A stake of exactly the limit passes. */
export const maxStake: BetRule = (program, slip) =>
  atMost('max_stake_exceeded', 'cents', slip.stake, stakeLimit(program))
