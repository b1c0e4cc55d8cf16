import { lastEnded, type PastProgram } from '../view/history.ts'
import { type OfferView, obstacle, offerViews } from '../view/offers.ts'
import { arrowIcon } from './icons.ts'
import { type Content, div, h, type Node, p, span } from './node.ts'
import { button, chip, factList, heading, section } from './parts.ts'
import type { Scene } from './scene.ts'

/** The shop window: what can be bought, and how the last program ended. */
export function offersPage({ state, say, actions }: Scene): Content {
  const { words } = say
  const last = state.history === null ? null : lastEnded(state.history, say)
  const offers = offerViews(state.tiers, say)
  const why = obstacle(state, say)
  return [
    last && lastCard(last),
    section(
      'offers',
      heading(3, words.offersTitle),
      p('lead', offers.length === 0 ? words.offersNone : words.offersLead),
      why === null ? null : p('hint', why),
      h(
        'ul',
        { class: 'cards' },
        offers.map((offer) => offerCard(offer, () => void actions.look(offer.id))),
      ),
    ),
  ]
}

const offerCard = ({ id, name, target, facts, button: text, buttonLabel }: OfferView, look: () => void): Node =>
  h(
    'li',
    { class: 'card offer', key: id },
    heading(4, name),
    p('offer-target', target),
    factList(facts, 'facts rows'),
    button([span('', text), arrowIcon()], look, 'button primary', { 'aria-label': buttonLabel }),
  )

const lastCard = ({ title, status, tone, reason, period, facts }: PastProgram): Node =>
  div(
    'card last',
    div('card-head', heading(3, title), chip(status, tone)),
    reason === null ? null : p('reason', reason),
    p('muted', period),
    factList(facts, 'facts inline'),
  )
