import type { ChallengeProgress } from '../data/state.ts'
import { challengeView, type Need } from '../view/challenge.ts'
import { checkIcon, circleIcon } from './icons.ts'
import { type Content, div, h, type Node, p, span } from './node.ts'
import { button, factList, heading, pauseBanner, section, trackLine } from './parts.ts'
import type { Scene } from './scene.ts'

/** A running challenge. */
export function challengePage(progress: ChallengeProgress, { say, actions, now }: Scene): Content {
  const { words } = say
  const view = challengeView(progress, now, say)
  return [
    pauseBanner(view.cooldown),
    section(
      'card hero',
      div('hero-figure', p('figure-label', words.balance), p('figure', view.balance), p('figure-note', view.toTarget)),
      trackLine(view.track),
      factList(view.facts, 'facts grid'),
    ),
    div(
      'columns',
      section('card', heading(3, words.needsTitle), needList(view.needs)),
      section('card', heading(3, words.limitsTitle), factList(view.limits, 'facts rows')),
    ),
    div(
      'quiet',
      button(words.giveUp, () => actions.open({ kind: 'give_up' }), 'button text'),
    ),
  ]
}

const needList = (needs: readonly Need[]): Node =>
  h(
    'ul',
    { class: 'needs' },
    needs.map(({ text, left, done }) =>
      h(
        'li',
        { class: done ? 'done' : '' },
        done ? checkIcon() : circleIcon(),
        span('need-text', text),
        span('need-left', left),
      ),
    ),
  )
