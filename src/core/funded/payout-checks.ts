import type { CheckUnit, Comparison } from '../bet/rules/rule.ts'
import type { Instant } from '../instant.ts'
import type { Cents } from '../money.ts'
import type { FundedAccount } from '../program.ts'
import { firstPayoutDeadline, nextPayoutAt } from './deadlines.ts'
import { type PayoutRefusal, payoutRefusals } from './payout.ts'
import { judgePayout } from './request-payout.ts'
import { lifetimeCap, type Withdrawable } from './withdrawable.ts'

/** One condition held against one request: the numbers that explain the outcome. A limit of null is off. */
export interface PayoutCheck {
  readonly code: PayoutRefusal
  readonly unit: Exclude<CheckUnit, 'odds'>
  readonly actual: number
  readonly limit: number | null
  readonly comparison: Comparison
  readonly holds: boolean
}

/** What a request for a payout would be answered, condition by condition. Rules 10.4 */
export interface PayoutTrace {
  /** What would be paid: the last payout is raised to the whole profit. */
  readonly asked: Withdrawable
  readonly whole: Withdrawable
  readonly checks: readonly PayoutCheck[]
}

/** Every condition in the order of refusals; the request itself decides which of them hold. Rules 10.4 */
export function payoutTrace(account: FundedAccount, grossAmount: Cents, now: Instant): PayoutTrace {
  const { asked, whole, reasons } = judgePayout(account, grossAmount, now)
  const numbers = numbersOf(account, asked, whole, now)
  return {
    asked,
    whole,
    checks: payoutRefusals.map((code) => ({ code, ...numbers[code], holds: !reasons.includes(code) })),
  }
}

type Numbers = Pick<PayoutCheck, 'unit' | 'actual' | 'limit' | 'comparison'>

const compared =
  (comparison: Comparison) =>
  (unit: PayoutCheck['unit'], actual: number, limit: number | null): Numbers => ({ unit, actual, limit, comparison })
const atMost = compared('<=')
const atLeast = compared('>=')
const below = compared('<')

function numbersOf(
  account: FundedAccount,
  asked: Withdrawable,
  whole: Withdrawable,
  now: Instant,
): { readonly [code in PayoutRefusal]: Numbers } {
  return {
    payout_pending: atMost('count', account.pendingPayout === null ? 0 : 1, 0),
    first_payout_deadline: below('instant', now, firstPayoutDeadline(account)),
    max_payouts_reached: below('count', account.payoutCount, account.terms.tier.fundedMaxPayouts),
    payout_cap_reached: below('cents', account.totalWithdrawn, lifetimeCap(account)),
    payout_interval: atLeast('instant', now, nextPayoutAt(account)),
    no_profit: atLeast('cents', whole.grossProfit, 1),
    open_bets: atMost('count', account.betsOpen, whole.isLast ? 0 : null),
    invalid_amount: atLeast('cents', asked.share, 1),
    insufficient_withdrawable_balance: atMost('cents', asked.gross, whole.gross),
    below_min_payout: atLeast('cents', asked.share, asked.minPayout),
  }
}
