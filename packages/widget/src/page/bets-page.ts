import type { Progress } from '../data/state.ts'
import { type BetView, betViews } from '../view/bets.ts'
import type { Speech } from '../view/speech.ts'
import { h, type Node, p, span } from './node.ts'
import { chip, heading, section } from './parts.ts'
import type { Scene } from './scene.ts'

/** The last bets, and those that come in. */
export function betsPage({ state, say }: Scene): Node[] {
  const { words } = say
  const bets = betViews(state.bets, say)
  return [
    section(
      'card',
      heading(3, words.betsTitle),
      p('lead', [words.betsLead, countOf(state.progress, say)].filter(Boolean).join(' ')),
      bets.length === 0 ? p('empty', words.betsNone) : h('ul', {}, bets.map(betItem)),
    ),
  ]
}

const betItem = ({ id, status, tone, text, returned, reasons, time }: BetView): Node =>
  h(
    'li',
    { key: id, class: 'item' },
    chip(status, tone),
    span('item-main', text),
    returned === null ? null : span('item-return', returned),
    span('item-side', time),
    reasons.length === 0 ? null : span('item-note', reasons.join(' ')),
  )

function countOf(progress: Progress | null, say: Speech): string {
  if (progress?.type !== 'challenge' && progress?.type !== 'funded_account') return ''
  const { totalBetsAccepted: accepted, totalBetsRejected: rejected } = progress
  return `${say.fill(say.words.betsCount, { accepted, rejected })}.`
}
