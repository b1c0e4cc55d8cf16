import { el } from './dom.ts'
import type { PageState, ShownBet } from './shown.ts'
import { decimal, money, outcomeText } from './words.ts'

const SHOWN = 4
const names = { open: 'open', won: 'won', lost: 'lost', void: 'void', rejected: 'rejected' } as const

/** The latest bets with what became of them. */
export function betsView({ bets, currency }: PageState): HTMLElement {
  if (bets.length === 0) return el('p', { class: 'hint' }, 'None yet.')
  return el('ul', { class: 'bets' }, ...bets.slice(0, SHOWN).map((bet) => betView(bet, currency)))
}

function betView(bet: ShownBet, currency: string): HTMLElement {
  const { legs, stake, odds, status, reasonCodes } = bet
  const what = legs.map((leg) =>
    el('span', { class: 'what' }, el('b', {}, outcomeText(leg, leg.outcome)), ` ${leg.home} – ${leg.away}`),
  )
  return el(
    'li',
    {},
    legs.length === 1 ? null : el('span', { class: 'many' }, `Accumulator of ${legs.length}`),
    ...what,
    el('span', { class: 'how' }, `${money(stake, currency)} at ${decimal(odds)}`),
    el('span', { class: `pill ${status}` }, pillText(bet, currency)),
    reasonCodes.length === 0 ? null : el('span', { class: 'why' }, el('code', {}, reasonCodes.join(', '))),
  )
}

function pillText({ status, stake, returned }: ShownBet, currency: string): string {
  if (status === 'won') return `${names.won} +${money(returned - stake, currency)}`
  return status === 'lost' ? `${names.lost} −${money(stake, currency)}` : names[status]
}
