import { type PayoutCondition, tooMany } from './condition.ts'

/** Rules 10.4.7: the last payout takes the whole profit, so every bet must have been settled. */
export const openBets: PayoutCondition = ({ account, withdrawable: { isLast } }) =>
  isLast && account.betsOpen > 0 ? tooMany('open_bets', 0, account.betsOpen) : undefined
