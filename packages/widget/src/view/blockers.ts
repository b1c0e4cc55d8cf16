import type { PayoutState } from '../data/state.ts'
import type { Speech } from './speech.ts'

type Blocker = PayoutState['blockers'][number]

const COUNTED = new Set(['open_bets', 'max_payouts_reached'])

/** Everything that stands in the way of a payout, each in a sentence with its date or amounts. */
export const blockersInWords = ({ blockers }: PayoutState, fundedAmount: number, say: Speech): string[] =>
  blockers.map((blocker) => blockerInWords(blocker, fundedAmount, say))

function blockerInWords({ code, unblocksAt, need, have }: Blocker, fundedAmount: number, say: Speech): string {
  const texts: { readonly [code: string]: string } = say.words.blocker
  const amount = (value: number | null): string =>
    value === null ? '' : COUNTED.has(code) ? say.number(value) : say.money(value)
  return say.fill(texts[code] ?? say.words.error.unknown, {
    date: unblocksAt === null ? '' : say.moment(unblocksAt),
    need: amount(need),
    have: amount(have),
    funded: say.money(fundedAmount),
  })
}
