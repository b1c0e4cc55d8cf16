import type { Instant } from '../instant.ts'
import { type Cents, userShareOf } from '../money.ts'
import type { FundedAccount } from '../program.ts'
import type { PayoutCheck } from './conditions/condition.ts'
import { checksOf } from './conditions/index.ts'
import type { PayoutRefusal } from './payout.ts'
import { type Withdrawable, withdrawableOf } from './withdrawable.ts'

/** What a request for a payout comes to, condition by condition. Rules 10.4 */
export interface PayoutTrace {
  /** What would be paid: the last payout is raised to the whole profit. */
  readonly asked: Withdrawable
  readonly whole: Withdrawable
  /** In the order of refusals. */
  readonly checks: readonly PayoutCheck[]
  /** Every reason that stands against it. */
  readonly reasons: readonly PayoutRefusal[]
}

/** Holds a request against every condition. Rules 10.4, 10.7 */
export function judgePayout(account: FundedAccount, grossAmount: Cents, now: Instant): PayoutTrace {
  const whole = withdrawableOf(account)
  const asked = askedFor(account, whole, grossAmount)
  const checks = checksOf({ account, asked, whole, now })
  return { asked, whole, checks, reasons: checks.filter(({ holds }) => !holds).map(({ code }) => code) }
}

/** The last payout takes the whole profit: a smaller amount is raised to it before it is judged. Rules 10.7 */
function askedFor({ terms }: FundedAccount, whole: Withdrawable, grossAmount: Cents): Withdrawable {
  if (whole.isLast && grossAmount <= whole.gross) return whole
  return { ...whole, gross: grossAmount, share: userShareOf(grossAmount, terms.tier.profitSplitPercent) }
}
