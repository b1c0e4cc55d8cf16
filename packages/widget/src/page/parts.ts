import type { CooldownView } from '../view/cooldown.ts'
import type { Fact, Tone } from '../view/fact.ts'
import type { Track } from '../view/track.ts'
import { pauseIcon } from './icons.ts'
import { type Content, div, h, type Node, type Props, p, span } from './node.ts'
import type { Scene } from './scene.ts'

// What several pages are made of.

/** A line of numbers with their labels: a list of terms and descriptions. */
export const factList = (facts: readonly Fact[], name = 'facts'): Node =>
  h(
    'dl',
    { class: name },
    facts.map(({ label, value, note, tone = 'plain' }) =>
      div(`fact ${tone}`, h('dt', {}, label), h('dd', {}, span('value', value), note ? span('note', note) : null)),
    ),
  )

/** The line from the end to the target. Screen readers hear the sentence in its place. */
export const trackLine = ({ balance, start, low, high, startLabel, sentence }: Track): Node =>
  h(
    'div',
    { class: balance < start ? 'track down' : 'track', role: 'img', 'aria-label': sentence },
    h(
      'div',
      {
        class: 'rail',
        vars: {
          '--at': `${balance}%`,
          '--start': `${start}%`,
          '--from': `${Math.min(balance, start)}%`,
          '--to': `${Math.max(balance, start)}%`,
        },
      },
      span('gone'),
      span('moved'),
      span('tick'),
      span('dot'),
    ),
    h(
      'div',
      { class: 'ends', vars: { '--start': `${start}%` } },
      span('low', low ?? ''),
      span('mid', startLabel),
      span('high', high ?? ''),
    ),
  )

export const button = (content: Content, act: () => void, name = 'button', more: Props = {}): Node =>
  h('button', { type: 'button', class: name, ...more, on: { click: act } }, content)

/** A button that asks the service for something, and says so while it does. */
export const askButton = (text: string, ask: () => void, { state, say }: Scene): Node =>
  state.isAsking
    ? button(say.words.acting, ask, 'button', { 'aria-busy': 'true', 'aria-disabled': 'true' })
    : button(text, ask)

/** What it does is said by its label alone. */
export const iconButton = (label: string, icon: Node, act: () => void, disabled = false): Node =>
  button(icon, act, 'button icon-only', { 'aria-label': label, disabled })

/** A link to a page of the operator's; null for an address that is not on the web. */
export const link = (url: string | null | undefined, text: string): Node | null =>
  url && /^https?:\/\//i.test(url) ? h('a', { href: url, target: '_blank', rel: 'noopener' }, text) : null

/** Sentences, each a point of its own. */
export const points = (texts: readonly string[], name = '', more: Props = {}): Node =>
  h(
    'ul',
    { class: `points ${name}`, ...more },
    texts.map((text) => h('li', {}, text)),
  )

export const chip = (text: string, tone: Tone): Node => span(`chip ${tone}`, text)

export const heading = (level: 2 | 3 | 4, text: string, more: Props = {}): Node => h(`h${level}`, more, text)

export const section = (name: string, ...content: readonly Content[]): Node => h('section', { class: name }, ...content)

/** A pause: when it ends, and how long that is from now. */
export const pauseBanner = (cooldown: CooldownView | null): Node | null =>
  cooldown === null
    ? null
    : div(
        'banner warn',
        pauseIcon(),
        div(
          'banner-text',
          heading(3, cooldown.title),
          p('', cooldown.text),
          h(
            'p',
            { class: 'countdown', role: 'timer', 'aria-label': `${cooldown.leftLabel}: ${cooldown.left}` },
            span('countdown-label', cooldown.leftLabel),
            span('countdown-value', cooldown.left),
          ),
        ),
      )
