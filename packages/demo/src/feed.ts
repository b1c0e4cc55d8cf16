import { button, el, fill } from './dom.ts'
import type { FeedEntry } from './shown.ts'
import { eventTexts, momentText, timeText } from './words.ts'

type Shown = 'all' | 'webhook' | 'call'
const tabs: readonly (readonly [Shown, string])[] = [
  ['all', 'All'],
  ['webhook', 'Webhooks'],
  ['call', 'Calls'],
]
const KEPT = 60

/** What goes between the operator's backend and the service, newest first. */
export class FeedPanel {
  readonly #list: HTMLElement
  readonly #tabs: HTMLElement
  readonly #entries = new Map<number, FeedEntry>()
  #shown: Shown = 'all'

  constructor(list: HTMLElement, tabsRoot: HTMLElement) {
    this.#list = list
    this.#tabs = tabsRoot
    this.#draw()
  }

  add(entry: FeedEntry): void {
    if (this.#entries.has(entry.id)) return
    this.#entries.set(entry.id, entry)
    const [oldest] = this.#entries.keys()
    if (this.#entries.size > KEPT && oldest !== undefined) this.#entries.delete(oldest)
    if (!this.#shows(entry)) return
    this.#list.querySelector('.hint')?.remove()
    // Only what is new is drawn: an entry that somebody has opened stays open.
    this.#list.prepend(entryView(entry))
    while (this.#list.childElementCount > KEPT) this.#list.lastElementChild?.remove()
  }

  #shows = ({ kind }: FeedEntry): boolean => this.#shown === 'all' || this.#shown === kind

  #draw(): void {
    const choose = (shown: Shown) => () => {
      this.#shown = shown
      this.#draw()
    }
    const made = tabs.map(([shown, name]) =>
      button(name, choose(shown), { class: 'tab', 'data-key': shown, 'aria-pressed': String(this.#shown === shown) }),
    )
    fill(this.#tabs, ...made)
    const entries = [...this.#entries.values()].filter(this.#shows).toReversed()
    const empty = el('li', { class: 'hint' }, 'Nothing yet: buy a challenge, and watch what happens here.')
    fill(this.#list, ...(entries.length === 0 ? [empty] : entries.map(entryView)))
  }
}

function entryView(entry: FeedEntry): HTMLElement {
  const { kind, title, at, status } = entry
  const isWebhook = kind === 'webhook'
  return el(
    'li',
    { class: `entry ${kind}`, 'data-title': title },
    el(
      'details',
      {},
      el(
        'summary',
        {},
        el('span', { class: 'arrow', 'aria-hidden': 'true' }, isWebhook ? '←' : '→'),
        el('span', { class: 'unseen' }, isWebhook ? 'Webhook: ' : 'Call: '),
        el('code', {}, ...breakable(title)),
        el('span', { class: 'time' }, timeText(at)),
        el('span', { class: 'says' }, isWebhook ? (eventTexts[title] ?? '') : callText(entry)),
        isWebhook
          ? el('span', { class: 'verified' }, 'signature verified')
          : el('span', { class: status < 300 ? 'status' : 'status bad' }, String(status)),
      ),
      el('pre', { tabindex: '0' }, pretty(entry)),
    ),
  )
}

/** A path may break at its slashes, the name of an event at its dot. */
const breakable = (text: string) => text.split(/(?<=[/.])/).flatMap((part) => [part, el('wbr')])

const pretty = ({ kind, sent, answer }: FeedEntry): string =>
  kind === 'webhook'
    ? JSON.stringify(sent, null, 2)
    : `${JSON.stringify(sent, null, 2)}\n\n// answer\n${JSON.stringify(answer, null, 2)}`

interface Told {
  readonly to?: string
  readonly bets?: readonly { readonly status: string }[]
  readonly status?: string
  readonly validationResult?: { readonly reasonCodes: readonly string[] }
  readonly message?: string
}

function settledText(bets: readonly { readonly status: string }[]): string {
  const won = bets.filter(({ status }) => status === 'settled-won').length
  return `The results settle ${bets.length === 1 ? 'a bet' : `${bets.length} bets`}: ${won} won.`
}

function callText({ title, sent, answer, status }: FeedEntry): string {
  const [asked, told] = [sent as Told | null, answer as Told | null]
  if (status >= 300) return told?.message ?? 'Refused.'
  if (title.endsWith('/clock/advance')) return `The test clock goes to ${momentText(asked?.to ?? '')} (staging only).`
  if (title.endsWith('/purchase')) return 'The own stake is collected: start a challenge.'
  if (title.endsWith('/batch')) return settledText(asked?.bets ?? [])
  if (title.endsWith('/confirm')) return 'The operator confirms the payout.'
  const codes = told?.validationResult?.reasonCodes.join(', ')
  return told?.status === 'rejected' ? `A bet is reported: rejected, ${codes}.` : 'A bet is reported: accepted.'
}
