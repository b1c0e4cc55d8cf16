import { belowMinPayout } from './below-min-payout.ts'
import type { PayoutCase, PayoutCheck, PayoutCondition } from './condition.ts'
import { firstPayoutMissed } from './first-payout-deadline.ts'
import { insufficientBalance } from './insufficient-withdrawable-balance.ts'
import { invalidAmount } from './invalid-amount.ts'
import { maxPayoutsReached } from './max-payouts-reached.ts'
import { noProfit } from './no-profit.ts'
import { openBets } from './open-bets.ts'
import { payoutCapReached } from './payout-cap-reached.ts'
import { payoutInterval } from './payout-interval.ts'
import { payoutPending } from './payout-pending.ts'

/** Every condition of a payout, in the order in which refusals are listed. Rules 10.4 */
const payoutConditions: readonly PayoutCondition[] = [
  payoutPending,
  firstPayoutMissed,
  maxPayoutsReached,
  payoutCapReached,
  payoutInterval,
  noProfit,
  openBets,
  invalidAmount,
  insufficientBalance,
  belowMinPayout,
]

/** Every condition, held against the case. Rules 10.4 */
export const checksOf = (payout: PayoutCase): readonly PayoutCheck[] =>
  payoutConditions.map((condition) => condition(payout))
