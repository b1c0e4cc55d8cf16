import { backend, Refused } from './api.ts'
import { betsView } from './bets.ts'
import { button, byId, fill } from './dom.ts'
import { FeedPanel } from './feed.ts'
import { fixturesView, keyOf, type Pick } from './fixtures.ts'
import { type Act, actNames, adviceFor } from './guide.ts'
import { combinedOdds } from './odds.ts'
import { onOffer, pressed, samePicks } from './picks.ts'
import type { FeedEntry, PageState, Validation } from './shown.ts'
import { Slip } from './slip.ts'
import { showWidget } from './widget.ts'
import { dayText, decimal, momentText, reasonText } from './words.ts'

/** How long news are gathered before the page asks where the player stands, in milliseconds. */
const GATHER_MS = 200
/** After how long a backend that could not be reached is asked again, in milliseconds. */
const AGAIN_MS = 2_000
const AWAY = 'The backend cannot be reached. Is the service still running?'

let state: PageState | null = null
let picks: readonly Pick[] = []
let gathering: ReturnType<typeof setTimeout> | undefined
let isWaitingForBackend = false

const feed = new FeedPanel(byId('feed'), byId('feed-tabs'))
const slip = new Slip(byId('slip'), {
  onPlaced: (validation, placed) => {
    // At once, before it is known what the bet has changed: pressed again, the slip would place a second one.
    if (validation.status === 'accepted' && samePicks(picks, placed)) pick([])
    tell(validation.status === 'accepted' ? null : refusal(validation))
    refresh().catch(complain)
  },
  onFailed: (error) => {
    complain(error)
    // The page may show what is over by now: others move the same clock.
    if (error instanceof Refused) refresh().catch(complain)
  },
  onDropped: (pick) => {
    choose(pick)
    // Its button has gone: the focus goes where the selection came from.
    byId('fixtures')
      .querySelector<HTMLElement>(`[data-key="${keyOf(pick)}"]`)
      ?.focus()
  },
})

const refusal = ({ reasons }: Validation): string =>
  `Not taken. ${reasons.map((reason) => reasonText(reason, state?.currency ?? 'EUR')).join(' ')}`

/** Shows a sentence to somebody who cannot go on as they wished; null takes it away. */
function tell(text: string | null): void {
  const alert = byId('alert')
  alert.hidden = text === null
  alert.textContent = text ?? ''
}

function complain(error: unknown): void {
  if (error instanceof Refused) {
    tell(error.message)
    return
  }
  // Said once: whoever listens to the page hears each text that is put there.
  if (byId('alert').textContent !== AWAY) tell(AWAY)
  if (isWaitingForBackend) return
  isWaitingForBackend = true
  setTimeout(() => {
    isWaitingForBackend = false
    catchUp().catch(complain)
  }, AGAIN_MS)
}

const acts: { readonly [act in Act]: () => Promise<unknown> } = {
  buy: backend.buy,
  confirm: backend.confirm,
  play: backend.play,
  'next-day': backend.nextDay,
  lucky: () => backend.wholeDay('lucky'),
  unlucky: () => backend.wholeDay('unlucky'),
  // On a phone it is a long way down; where it stands beside, there is no such button.
  widget: async () => byId('widget').scrollIntoView(),
}

async function run(act: () => Promise<unknown>): Promise<void> {
  // The mouse is kept off the buttons meanwhile; the keyboard is not, and it repeats by itself.
  if (document.body.hasAttribute('data-busy')) return
  document.body.toggleAttribute('data-busy', true)
  tell(null)
  try {
    await act()
    // What is on offer still stays chosen, also what was chosen meanwhile.
    await refresh()
  } catch (error) {
    complain(error)
  } finally {
    document.body.toggleAttribute('data-busy', false)
  }
}

const actButton = (act: Act, isFirst: boolean): HTMLButtonElement =>
  button(actNames[act], () => run(acts[act]), {
    class: isFirst ? 'primary' : 'secondary',
    'data-key': act,
    'data-act': act,
  })

function draw(shown: PageState): void {
  const { now, player, day, season } = shown
  const { text, acts: advised } = adviceFor(shown)
  byId('clock').textContent = `Test clock: ${momentText(now)}`
  byId('player').textContent = player
  byId('guide').textContent = text
  fill(byId('guide-actions'), ...advised.map((act, nth) => actButton(act, nth === 0)))
  byId('day').textContent = `Match day ${day.number} of ${day.of}, ${dayText(day.kickOff)}`
  fill(byId('fixtures'), fixturesView(shown, picks, choose))
  const next: Act = day.phase === 'over' ? 'next-day' : 'play'
  fill(byId('day-actions'), ...(['play', 'next-day'] as const).map((act) => dayButton(act, act === next)))
  byId('season').textContent = `Season: ${season}. Its clock is the test clock of the staging tenant.`
  slip.show(shown, picks)
  showWayToSlip()
  fill(byId('bets'), betsView(shown))
}

/** On a phone the slip is a long way down. */
function showWayToSlip(): void {
  const way = byId('to-slip')
  const odds = combinedOdds(picks.map(({ fixture, outcome }) => fixture.odds[outcome] ?? 0))
  way.hidden = picks.length === 0
  way.textContent = `Bet slip: ${picks.length === 1 ? '1 selection' : `${picks.length} selections`} at ${decimal(odds)}`
}

function dayButton(act: Act, isNext: boolean): HTMLButtonElement {
  const made = button(actNames[act], () => run(acts[act]), { class: 'secondary', 'data-key': `day-${act}` })
  made.disabled = act === 'play' && !isNext
  return made
}

const choose = (chosen: Pick): void => pick(pressed(picks, chosen))

function pick(wanted: readonly Pick[]): void {
  picks = wanted
  if (state !== null) draw(state)
}

let asked = 0
let shown = 0

/** Asks where the player stands. Answers may overtake each other: an older one is passed over. */
async function refresh(): Promise<void> {
  asked += 1
  const mine = asked
  const answer = await backend.state()
  if (mine < shown) return
  shown = mine
  if (byId('alert').textContent === AWAY) tell(null)
  state = answer
  picks = onOffer(picks, answer.day)
  draw(state)
}

function refreshSoon(): void {
  clearTimeout(gathering)
  gathering = setTimeout(() => refresh().catch(complain), GATHER_MS)
}

let isListening = false
let isWidgetComing = false

/** Asks where the player stands, and opens what could not be opened before. */
async function catchUp(): Promise<void> {
  // The first answer brings the cookie that says who plays; the feed belongs to that player.
  await refresh()
  if (!isListening) {
    isListening = true
    backend.feed(hear)
  }
  if (isWidgetComing || state === null) return
  isWidgetComing = true
  try {
    await showWidget(byId('widget'), state, refreshSoon)
  } catch (error) {
    isWidgetComing = false
    throw error
  }
}

function hear(entry: FeedEntry): void {
  feed.add(entry)
  // Another tab of the same player has moved the clock, if not this one.
  if (entry.kind === 'webhook' || entry.title.endsWith('/clock/advance')) refreshSoon()
}

byId('start-over').addEventListener('click', () => {
  backend.newPlayer().then(() => location.reload(), complain)
})
catchUp().catch(complain)
