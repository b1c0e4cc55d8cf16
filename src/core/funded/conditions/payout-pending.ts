import { atMost, type PayoutCondition } from './condition.ts'

/** Rules 10.4.1: one request at a time. */
export const payoutPending: PayoutCondition = ({ account }) =>
  atMost('payout_pending', 'count', account.pendingPayout === null ? 0 : 1, 0)
