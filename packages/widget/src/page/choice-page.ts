import type { PassedProgress } from '../data/state.ts'
import { choiceView, type Way } from '../view/choice.ts'
import { flagIcon } from './icons.ts'
import { div, type Node, p } from './node.ts'
import { button, heading, points, section } from './parts.ts'
import type { Scene } from './scene.ts'

/** The two ways to go on after a pass, with what follows from either. */
export function choicePage(progress: PassedProgress, { state, say, actions }: Scene): Node[] {
  const view = choiceView(progress, state.passedTerms, say)
  return [
    section('card hero passed', flagIcon(), heading(3, view.title), p('lead', view.lead)),
    div(
      'columns ways',
      wayCard(view.continue, 'button primary', () => actions.open({ kind: 'continue' })),
      wayCard(view.refund, 'button', () => actions.open({ kind: 'refund' })),
    ),
    div(
      'quiet',
      button(view.giveUp, () => actions.open({ kind: 'give_up' }), 'button text'),
      p('muted', view.giveUpNote),
    ),
  ]
}

const wayCard = ({ title, consequences, button: text }: Way, name: string, choose: () => void): Node =>
  section('card way', heading(4, title), points(consequences), button(text, choose, name))
