import { below, type PayoutCondition } from './condition.ts'

/** Rules 10.4.3: an account makes so many payouts and no more. */
export const maxPayoutsReached: PayoutCondition = ({ account }) =>
  below('max_payouts_reached', 'count', account.payoutCount, account.terms.tier.fundedMaxPayouts)
