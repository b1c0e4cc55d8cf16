import type { FundedProgress, PayoutState } from '../data/state.ts'
import { toCents } from './fact.ts'
import type { Speech } from './speech.ts'

export interface WithdrawalView {
  /** What leaves the balance; null while what is typed is no amount that can be had. */
  readonly gross: number | null
  readonly problem: string | null
  readonly hint: string
  /** Whether there is nothing to choose: the last payout takes the whole profit. */
  readonly isFixed: boolean
  readonly rows: readonly { readonly label: string; readonly value: string; readonly isTotal: boolean }[]
  readonly notes: readonly string[]
  readonly button: string
}

/** The player's share of an amount taken: down to the cent, and never above what the caps leave. Rules 10.2 */
export function shareOf(gross: number, { profitSplitPercent, withdrawableNow }: PayoutState): number {
  const hundredths = BigInt(Math.round(gross * 100)) * BigInt(Math.round(profitSplitPercent * 100))
  return Math.min(Number(hundredths / 10_000n) / 100, withdrawableNow)
}

/**
 * What is typed, as an amount: spaces and a currency sign are left aside, and the last point or comma begins the cents.
 * Null for anything else, such as 1.000, which is a thousand to some and one to others.
 */
export function amountTyped(typed: string): number | null {
  const digits = typed.replace(/[^\d.,-]/g, '')
  const decimal = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','))
  const fraction = decimal === -1 ? '' : digits.slice(decimal + 1)
  const whole = (decimal === -1 ? digits : digits.slice(0, decimal)).replace(/[.,]/g, '')
  if (!/^\d+$/.test(whole + fraction) || fraction.length > 2) return null
  return Number(`${whole || '0'}.${fraction || '0'}`)
}

/** The form in which a player says how much to withdraw. */
export function withdrawalView({ payout }: FundedProgress, typed: string, say: Speech): WithdrawalView {
  const { words } = say
  const { withdrawableGross: max, isLastPayout, ownStakeReturnable: stake, profitSplitPercent } = payout
  const amount = isLastPayout ? max : amountTyped(typed)
  const isValid = amount !== null && amount > 0 && amount <= max
  const gross = isValid ? amount : null
  const share = gross === null ? 0 : shareOf(gross, payout)
  const total = toCents(share + stake)
  const row = (label: string, value: number, isTotal = false) => ({ label, value: say.money(value), isTotal })
  return {
    gross,
    problem: isValid ? null : say.fill(words.withdrawInvalid, { max: say.money(max) }),
    hint: say.fill(words.withdrawAmountHint, { max: say.money(max) }),
    isFixed: isLastPayout,
    rows: [
      row(say.fill(words.withdrawShare, { percent: say.percent(profitSplitPercent) }), share),
      ...(stake > 0 ? [row(words.withdrawStake, stake)] : []),
      row(words.withdrawTotal, gross === null ? 0 : total, true),
    ],
    notes: [isLastPayout ? words.withdrawLast : words.withdrawKeeps, words.withdrawReview],
    button: say.fill(words.withdrawSend, { amount: say.money(gross === null ? 0 : total) }),
  }
}
