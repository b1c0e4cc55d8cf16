import { blocked, type PayoutCondition } from './condition.ts'

/** Rules 10.4.1: one request at a time. */
export const payoutPending: PayoutCondition = ({ account }) =>
  account.pendingPayout === null ? undefined : blocked('payout_pending')
