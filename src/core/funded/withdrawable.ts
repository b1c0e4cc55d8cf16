import { type Cents, grossForShare, larger, percentFloor, smaller, subtract, userShareOf, ZERO } from '../money.ts'
import { type FundedAccount, virtualBalance } from '../program.ts'

/** The amounts that the caps leave of a profit, in minor units, before anything that stands in the way is looked at. */
export interface Withdrawable {
  /** What stands above the funded amount once the stakes of open bets are taken off; never below 0. */
  readonly grossProfit: Cents
  /** The most that may leave the balance now. */
  readonly gross: Cents
  /** The user's share of it. */
  readonly share: Cents
  /** What the lifetime caps leave of the user's shares; null is no cap. */
  readonly capRemaining: Cents | null
  /** The least share of a payout; null where none is asked, or the caps leave less than it for good. */
  readonly minPayout: Cents | null
  /** Whether the next payout is the last one that the number of payouts allows. */
  readonly isLast: boolean
}

/** Rules 10.2 */
export const grossProfit = (account: FundedAccount): Cents =>
  larger(subtract(virtualBalance(account), account.startingBalance), ZERO)

/** The cap on the user's shares over the account's life: the lower of amount and percentage; null is none. Rules 10.5 */
export function lifetimeCap({ terms: { tier }, startingBalance }: FundedAccount): Cents | null {
  const percentCap =
    tier.fundedPayoutCapPercent === null ? null : percentFloor(startingBalance, tier.fundedPayoutCapPercent)
  return lowest(tier.fundedTotalPayoutCap, percentCap)
}

/** What could be taken out now, to the cent. Rules 10.5 to 10.7 */
export function withdrawableOf(account: FundedAccount): Withdrawable {
  const { tier } = account.terms
  const profit = grossProfit(account)
  const cap = lifetimeCap(account)
  const capRemaining = cap === null ? null : larger(subtract(cap, account.totalWithdrawn), ZERO)
  const isLast = account.payoutCount + 1 === tier.fundedMaxPayouts
  const shareMax = lowest(capRemaining, tier.fundedPerPayoutCap)
  const waived = capRemaining !== null && tier.fundedMinPayout !== null && tier.fundedMinPayout > capRemaining
  return {
    grossProfit: profit,
    ...capped(profit, userShareOf(profit, tier.profitSplitPercent), shareMax, account, isLast),
    capRemaining,
    minPayout: waived ? null : tier.fundedMinPayout,
    isLast,
  }
}

/** A cap takes the smallest gross that fills it; the last payout takes the whole profit and leaves the operator the rest. */
function capped(profit: Cents, share: Cents, shareMax: Cents | null, account: FundedAccount, isLast: boolean) {
  if (shareMax === null || share <= shareMax) return { gross: profit, share }
  if (isLast) return { gross: profit, share: shareMax }
  return { gross: grossForShare(shareMax, account.terms.tier.profitSplitPercent), share: shareMax }
}

const lowest = (a: Cents | null, b: Cents | null): Cents | null => (a === null ? b : b === null ? a : smaller(a, b))
