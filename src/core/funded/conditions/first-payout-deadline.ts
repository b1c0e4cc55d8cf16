import { firstPayoutDeadline } from '../deadlines.ts'
import { blocked, type PayoutCondition } from './condition.ts'

/** Rules 10.4.2: the first payout is asked for before its deadline, or never. */
export const firstPayoutMissed: PayoutCondition = ({ account, now }) => {
  const deadline = firstPayoutDeadline(account)
  return deadline !== null && now >= deadline ? blocked('first_payout_deadline') : undefined
}
