import type { FundedAccount } from '../../program.ts'
import type { Withdrawable } from '../withdrawable.ts'
import { atMost, type PayoutCondition } from './condition.ts'

/** Rules 10.4.7: the last payout takes the whole profit, so every bet must have been settled. */
export const openBets: PayoutCondition = ({ account, whole }) =>
  atMost('open_bets', 'count', account.betsOpen, whole.isLast ? 0 : null)

/** The same of a payout that nobody asks for anew: one that is confirmed, and one that the service asks for. */
export const waitsForBets = (account: FundedAccount, { isLast }: Withdrawable): boolean =>
  isLast && account.betsOpen > 0
