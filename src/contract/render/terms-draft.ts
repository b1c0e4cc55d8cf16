import type { TermsRule } from '../schemas/terms.ts'

/** A rule in words, of which the phase is still to be said. */
export type Draft = Omit<TermsRule, 'phase'>

export const rule = (
  code: string,
  value: Draft['value'],
  unit: Draft['unit'],
  comparison: Draft['comparison'],
  text: string,
): Draft => ({
  code,
  text,
  value,
  unit,
  comparison,
})

/** One that every tier has, without a number of its own. */
export const always = (code: string, text: string): Draft => rule(code, true, 'none', null, text)

export const money = (amount: number | null, currency: string): string => `${amount?.toFixed(2)} ${currency}`

export const counted = (count: number | null, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/** What the rules call the virtual balance; a player has never heard of that. Rules 2.1 */
export const VIRTUAL_BALANCE = 'balance less the stakes of open bets'
