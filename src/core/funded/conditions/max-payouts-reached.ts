import { type PayoutCondition, tooMany } from './condition.ts'

/** Rules 10.4.3: an account makes so many payouts and no more. */
export const maxPayoutsReached: PayoutCondition = ({ account }) => {
  const { fundedMaxPayouts } = account.terms.tier
  return fundedMaxPayouts !== null && account.payoutCount >= fundedMaxPayouts
    ? tooMany('max_payouts_reached', fundedMaxPayouts, account.payoutCount)
    : undefined
}
