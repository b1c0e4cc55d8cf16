import { payoutHalfUp, percentFloor } from '../../money.ts'
import { atMost, type BetRule } from './rule.ts'

/** Rules 3.8: one bet alone must not win too large a share of the target. A funded account has no target. */
export const luckyBet: BetRule = (program, slip) => {
  if (program.kind !== 'challenge') return undefined
  const { challenge, tier } = program.terms
  const percent = challenge.luckyBetMaxProfitPercent
  const limit = percent === null ? null : percentFloor(tier.targetBalance, percent)
  return atMost('lucky_bet_profit_limit', 'cents', payoutHalfUp(slip.stake, slip.odds) - slip.stake, limit)
}
