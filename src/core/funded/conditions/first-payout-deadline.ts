import { firstPayoutDeadline } from '../deadlines.ts'
import { below, type PayoutCondition } from './condition.ts'

/** Rules 10.4.2: the first payout is asked for before its deadline, or never. */
export const firstPayoutMissed: PayoutCondition = ({ account, now }) =>
  below('first_payout_deadline', 'instant', now, firstPayoutDeadline(account))
