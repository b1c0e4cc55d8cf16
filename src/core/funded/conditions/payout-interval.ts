import { nextPayoutAt } from '../deadlines.ts'
import { blockedUntil, type PayoutCondition } from './condition.ts'

/** Rules 10.4.5: so many days lie between two executed payouts. */
export const payoutInterval: PayoutCondition = ({ account, now }) => {
  const next = nextPayoutAt(account)
  return next !== null && now < next ? blockedUntil('payout_interval', next) : undefined
}
