import { historyView, type PastPayout, type PastProgram } from '../view/history.ts'
import { div, h, type Node, p, span } from './node.ts'
import { askButton, chip, factList, heading, section } from './parts.ts'
import type { Scene } from './scene.ts'

/** Everything that the player has played, newest first. */
export function historyPage(scene: Scene): Node[] {
  const { state, say, actions } = scene
  const { words } = say
  const programs = state.history === null ? null : historyView(state.history, say)
  return [
    section(
      'history',
      heading(3, words.historyTitle),
      programs === null || programs.length === 0
        ? p('card empty', programs === null ? words.loading : words.historyNone)
        : h(
            'ul',
            { class: 'stack' },
            programs.map((program) => programItem(program, words.historyPayouts)),
          ),
      state.history?.nextCursor == null ? null : askButton(words.historyMore, actions.moreHistory, scene),
    ),
  ]
}

const programItem = (program: PastProgram, payoutsTitle: string): Node =>
  h(
    'li',
    { class: 'card', key: program.id },
    div('card-head', heading(4, program.title), chip(program.status, program.tone)),
    p('muted', program.period),
    program.reason === null ? null : p('reason', program.reason),
    factList(program.facts, 'facts inline'),
    program.payouts.length === 0
      ? null
      : h(
          'details',
          {},
          h('summary', {}, `${payoutsTitle} (${program.payouts.length})`),
          h('ul', {}, program.payouts.map(payoutItem)),
        ),
  )

const payoutItem = ({ id, status, tone, amount, day, note }: PastPayout): Node =>
  h(
    'li',
    { class: 'item', key: id },
    chip(status, tone),
    span('item-main', amount),
    span('item-side', day),
    note === null ? null : span('item-note', note),
  )
