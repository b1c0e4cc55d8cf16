import { nextPayoutAt } from '../deadlines.ts'
import { atLeast, type PayoutCondition } from './condition.ts'

/** Rules 10.4.5: so many days lie between two executed payouts. */
export const payoutInterval: PayoutCondition = ({ account, now }) =>
  atLeast('payout_interval', 'instant', now, nextPayoutAt(account))
