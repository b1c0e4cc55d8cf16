import { lifetimeCap } from '../withdrawable.ts'
import { below, type PayoutCondition } from './condition.ts'

/** Rules 10.4.4: over its life an account pays the user so much and no more. */
export const payoutCapReached: PayoutCondition = ({ account }) =>
  below('payout_cap_reached', 'cents', account.totalWithdrawn, lifetimeCap(account))
