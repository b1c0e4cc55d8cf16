import type { State, Tab } from '../data/state.ts'
import { noticeView } from '../view/notice.ts'
import { unreadInWords } from '../view/problem.ts'
import { betsPage } from './bets-page.ts'
import { challengePage } from './challenge-page.ts'
import { choicePage } from './choice-page.ts'
import { dialogNode } from './dialog.ts'
import { fundedPage } from './funded-page.ts'
import { historyPage } from './history-page.ts'
import { alertIcon, closeIcon } from './icons.ts'
import { leaderboardPage } from './leaderboard-page.ts'
import { type Content, div, h, type Node, p, span } from './node.ts'
import { offersPage } from './offers-page.ts'
import { askButton, chip, heading, iconButton, link } from './parts.ts'
import type { Scene } from './scene.ts'

/** The whole widget, from its title to the dialog above it. */
export function widgetPage(scene: Scene): (Node | string)[] {
  const dialog = dialogNode(scene)
  return [
    topOf(scene),
    h('div', { class: 'notices', role: 'status', key: 'notices' }, noticeOf(scene)),
    h('p', { class: 'sr', role: 'status', key: 'balance' }, balanceOf(scene)),
    ...bannersOf(scene),
    ...contentOf(scene),
    footOf(scene),
    ...(dialog === null ? [] : [dialog]),
  ]
}

function topOf({ state, say }: Scene): Node {
  const { words } = say
  const { tenantName, environment } = state.config
  const connections = { connecting: null, live: words.live, polling: words.polling, offline: words.offlineShort }
  const connection = state.phase === 'ready' ? connections[state.connection] : null
  return h(
    'header',
    { class: 'top', key: 'top' },
    h('h2', {}, words.title, tenantName ? [' ', span('tenant', tenantName)] : null),
    div(
      'top-side',
      environment === 'staging' ? chip(words.sandbox, 'warn') : null,
      connection === null ? null : span(`connection ${state.connection}`, connection),
    ),
  )
}

/** Said aloud when it changes. */
function balanceOf({ state: { progress }, say }: Scene): string {
  if (progress?.type !== 'challenge' && progress?.type !== 'funded_account') return ''
  return `${say.words.balance} ${say.money(progress.currentBalance)}`
}

const SHOWN_BELOW = new Set(['challenge.passed', 'challenge.failed', 'cooldown.triggered', 'funded_account.revoked'])

function noticeOf({ state, say, actions }: Scene): Node | null {
  const { notice, tab } = state
  const view = notice === null ? null : noticeView(notice, say)
  if (notice === null || view === null) return null
  // The page below says the same in large letters: it is only said aloud.
  if (tab === 'now' && notice.kind === 'event' && SHOWN_BELOW.has(notice.type)) return p('sr', view.text)
  return div(
    `notice ${view.tone}`,
    span('notice-text', view.text),
    iconButton(say.words.dismiss, closeIcon(), actions.dismiss),
  )
}

/** What is not as it should be, for as long as it is not. */
function bannersOf({ state, say }: Scene): Node[] {
  const { words } = say
  const banner = (text: string): Node =>
    h('div', { class: 'banner bad alone', role: 'alert', key: text }, alertIcon(), p('', text))
  if (state.isExpired) return [banner(words.sessionExpired)]
  return state.phase === 'ready' && state.connection === 'offline' ? [banner(words.offline)] : []
}

function contentOf(scene: Scene): Node[] {
  const { state, say, actions } = scene
  const { words } = say
  switch (state.phase) {
    case 'setup':
      return [div('card alone', heading(3, words.setupTitle), p('', words.setupKey))]
    case 'failed':
      return [
        div(
          'card alone',
          heading(3, words.setupTitle),
          h('p', { role: 'alert' }, state.problem && unreadInWords(state.problem, say)),
          askButton(words.tryAgain, actions.retry, scene),
        ),
      ]
    case 'loading':
      return state.progress === null ? [waiting(words.loading)] : tabbed(scene)
    default:
      return tabbed(scene)
  }
}

const waiting = (text: string): Node => h('div', { class: 'card alone', 'aria-busy': 'true' }, p('empty', text))

function tabsOf({ phase, leaderboard, config: { features } }: State): Tab[] {
  const tabs: Tab[] = phase === 'guest' ? ['now'] : ['now', 'bets']
  if (phase !== 'guest' && features?.history !== false) tabs.push('history')
  if (leaderboard !== 'gone' && features?.leaderboard !== false) tabs.push('leaderboard')
  return tabs
}

function tabbed(scene: Scene): Node[] {
  const { state, say } = scene
  const tabs = tabsOf(state)
  const tab = tabs.includes(state.tab) ? state.tab : 'now'
  const isAlone = tabs.length === 1
  const role = isAlone
    ? { role: 'group', 'aria-label': say.words.tabNow, tabindex: '-1' }
    : { role: 'tabpanel', 'aria-labelledby': `tab-${tab}`, tabindex: '0' }
  const panel = h(
    'div',
    { class: isAlone ? 'panel alone' : 'panel', id: 'panel', key: 'panel', ...role },
    pageOf(tab, scene),
  )
  return isAlone ? [panel] : [tabList(tabs, tab, scene), panel]
}

function tabList(tabs: readonly Tab[], selected: Tab, { say, actions }: Scene): Node {
  const { words } = say
  const names = { now: words.tabNow, bets: words.tabBets, history: words.tabHistory, leaderboard: words.tabLeaderboard }
  const move = (event: Event): void => {
    const to = tabAfter(event as KeyboardEvent, tabs, selected)
    if (to === undefined) return
    event.preventDefault()
    actions.show(to)
    const { parentElement } = event.target as Element
    parentElement?.querySelector<HTMLElement>(`#tab-${to}`)?.focus()
  }
  return h(
    'div',
    // Where it scrolls Firefox would stop at it on the way to the tabs.
    { class: 'tabs', role: 'tablist', 'aria-label': words.tabs, key: 'tabs', tabindex: '-1', on: { keydown: move } },
    tabs.map((tab) =>
      h(
        'button',
        {
          type: 'button',
          class: 'tab',
          role: 'tab',
          id: `tab-${tab}`,
          key: tab,
          'aria-selected': String(tab === selected),
          'aria-controls': 'panel',
          tabindex: tab === selected ? '0' : '-1',
          on: { click: (event) => showWhole(tab, event, actions) },
        },
        names[tab],
      ),
    ),
  )
}

/** Shows what is behind a tab; one that the edge of a phone cuts off comes into sight. */
function showWhole(tab: Tab, { currentTarget }: Event, actions: Scene['actions']): void {
  actions.show(tab)
  if (currentTarget instanceof Element) currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

/** Where a key leads among the tabs; right to left the arrows change places. */
function tabAfter(event: KeyboardEvent, tabs: readonly Tab[], selected: Tab): Tab | undefined {
  const at = tabs.indexOf(selected)
  const isRightToLeft = getComputedStyle(event.target as Element).direction === 'rtl'
  const step = { ArrowRight: isRightToLeft ? -1 : 1, ArrowLeft: isRightToLeft ? 1 : -1 }[event.key]
  if (step !== undefined) return tabs[(at + step + tabs.length) % tabs.length]
  if (event.key === 'Home') return tabs[0]
  return event.key === 'End' ? tabs.at(-1) : undefined
}

function pageOf(tab: Tab, scene: Scene): Content {
  switch (tab) {
    case 'now':
      return nowPage(scene)
    case 'bets':
      return betsPage(scene)
    case 'history':
      return historyPage(scene)
    case 'leaderboard':
      return leaderboardPage(scene)
  }
}

function nowPage(scene: Scene): Content {
  const { progress, phase, isExpired } = scene.state
  if (progress === null) {
    return phase === 'guest' || isExpired ? offersPage(scene) : [waiting(scene.say.words.loading)]
  }
  switch (progress.type) {
    case 'challenge':
      return challengePage(progress, scene)
    case 'challenge_passed':
      return choicePage(progress, scene)
    case 'funded_account':
      return fundedPage(progress, scene)
    case 'none':
      return offersPage(scene)
  }
}

const footOf = ({ state: { config }, say: { words } }: Scene): Node =>
  h(
    'footer',
    { class: 'foot', key: 'foot' },
    link(config.termsUrl, words.terms),
    link(config.supportUrl, words.support),
  )
