import { atMost, type PayoutCondition } from './condition.ts'

/** Rules 10.4.9: nobody gets more than there is. */
export const insufficientBalance: PayoutCondition = ({ asked, whole }) =>
  atMost('insufficient_withdrawable_balance', 'cents', asked.gross, whole.gross)
