import type { Instant } from '../instant.ts'
import { type Cents, cents } from '../money.ts'
import { type Program, rulesetOf } from '../program.ts'
import { breachesOf } from './rules/index.ts'
import { stakeLimit } from './rules/max-stake-exceeded.ts'
import type { Slip } from './rules/rule.ts'

/**
 * The largest stake with which the bet is accepted, all else being equal, in minor units; null where no stake is. From
 * the least stake on, a larger one breaks whatever a smaller one breaks, so that halving finds it. Rules 3
 */
export function largestStake(program: Program, slip: Slip, now: Instant): Cents | null {
  const isAccepted = (stake: number): boolean => breachesOf(program, { ...slip, stake: cents(stake) }, now).length === 0
  let good: number = rulesetOf(program).minStake
  if (!isAccepted(good)) return null
  let bad: number = stakeLimit(program) + 1
  while (bad - good > 1) {
    const half = Math.floor((good + bad) / 2)
    if (isAccepted(half)) good = half
    else bad = half
  }
  return cents(good)
}
