import type { TermsRule } from '../schemas/terms.ts'

/** A rule in words, of which the phase is still to be said. */
type Draft = Omit<TermsRule, 'phase'>

/** Some of them; a limit that is off is none. */
export type Drafts = readonly (Draft | undefined)[]

/** A rule with its number, if it has one, and the sentence that tells of it. */
export const rule = <Value extends number | boolean>(
  code: string,
  value: Value | null,
  unit: Draft['unit'],
  comparison: Draft['comparison'],
  inWords: (value: Value) => string,
): Draft | undefined => (value === null ? undefined : { code, text: inWords(value), value, unit, comparison })

/** One that every tier has, without a number of its own. */
export const always = (code: string, text: string): Draft => ({
  code,
  text,
  value: true,
  unit: 'none',
  comparison: null,
})

export const money = (amount: number, currency: string): string => `${amount.toFixed(2)} ${currency}`

export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/** What the rules call the virtual balance; a player has never heard of that. Rules 2.1 */
export const VIRTUAL_BALANCE = 'balance less the stakes of open bets'
