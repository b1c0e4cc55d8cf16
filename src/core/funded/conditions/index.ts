import type { Blocker } from '../payout.ts'
import { belowMinPayout } from './below-min-payout.ts'
import type { PayoutCase, PayoutCondition } from './condition.ts'
import { firstPayoutMissed } from './first-payout-deadline.ts'
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
  belowMinPayout,
]

/** Everything that stands in the way of a payout, all at once. */
export const blockersOf = (payout: PayoutCase): readonly Blocker[] =>
  payoutConditions.map((condition) => condition(payout)).filter((blocker) => blocker !== undefined)
