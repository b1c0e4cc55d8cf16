import { backend, Refused } from './api.ts'
import { button, el, fill } from './dom.ts'
import type { Pick } from './fixtures.ts'
import { combinedOdds } from './odds.ts'
import { samePicks } from './picks.ts'
import type { PageState, Validation, Wish } from './shown.ts'
import { decimal, money, outcomeText, reasonText } from './words.ts'

const CHECK_AFTER_MS = 250
const USUAL_STAKE = 5

export interface SlipEvents {
  readonly onPlaced: (validation: Validation, picks: readonly Pick[]) => void
  readonly onFailed: (error: unknown) => void
  /** A selection is taken off the slip. */
  readonly onDropped: (pick: Pick) => void
}

/**
 * The bet slip: one selection is a single bet, several are an accumulator. It asks the service while the player types
 * whether the bet would be taken, and places it.
 */
export class Slip {
  readonly #root: HTMLElement
  readonly #events: SlipEvents
  #state: PageState | null = null
  #picks: readonly Pick[] = []
  #stake = String(USUAL_STAKE)
  #timer: ReturnType<typeof setTimeout> | undefined
  #checks = 0
  #isPlacing = false

  constructor(root: HTMLElement, events: SlipEvents) {
    this.#root = root
    this.#events = events
  }

  show(state: PageState, picks: readonly Pick[]): void {
    const isSame = samePicks(this.#picks, picks)
    const was = this.#state
    this.#state = state
    // What is being typed is not taken away because something else on the page has changed.
    if (isSame && this.#root.childElementCount > 0 && sameScene(was, state)) {
      this.#root.querySelector('[data-key=most]')?.setAttribute('aria-label', this.#mostText())
      this.#say()
      return
    }
    this.#picks = picks
    this.#draw()
  }

  #draw(): void {
    // What was to be asked is about a slip that is there no more.
    this.#checks += 1
    clearTimeout(this.#timer)
    const { limits, day, progress } = this.#state ?? {}
    if (progress?.type === 'challenge_passed')
      fill(this.#root, hint('Passed: choose in the widget how to go on first.'))
    else if (day?.phase === 'over')
      fill(this.#root, hint('These matches have been played: go on to the next match day.'))
    else if (limits == null) fill(this.#root, hint('Bets on a challenge need a challenge: buy one first.'))
    else if (this.#picks.length === 0) fill(this.#root, hint(HOW))
    else {
      fill(this.#root, this.#form())
      this.#say()
    }
  }

  #form(): HTMLElement {
    const form = el(
      'form',
      {},
      el('ul', { class: 'picks' }, ...this.#picks.map((pick) => this.#line(pick))),
      this.#picks.length === 1 ? null : this.#together(),
      el('label', { for: 'stake' }, 'Stake'),
      this.#stakeRow(),
      el('p', { id: 'slip-says', 'aria-live': 'polite' }),
      el('button', { type: 'submit', class: 'primary wide', disabled: this.#isPlacing }, 'Place bet'),
    )
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      this.#place()
    })
    return form
  }

  #line(pick: Pick): HTMLElement {
    const { fixture, outcome } = pick
    const text = outcomeText(fixture, outcome)
    return el(
      'li',
      {},
      el('b', {}, text),
      el('b', { class: 'at' }, decimal(fixture.odds[outcome] ?? 0)),
      button('×', () => this.#events.onDropped(pick), { class: 'quiet drop', 'aria-label': `Remove ${text}` }),
      el('span', { class: 'muted' }, `${fixture.home} – ${fixture.away}`),
    )
  }

  /** What several selections come to. */
  #together(): HTMLElement {
    const text = `Accumulator of ${this.#picks.length}`
    return el(
      'p',
      { class: 'together' },
      el('b', {}, text),
      el('b', { class: 'at' }, decimal(this.#odds())),
      el('span', { class: 'muted' }, 'Odds are multiplied, and all of them have to come true.'),
    )
  }

  /** What a bet may be at most now: it changes while the slip is there. */
  #most = (): number => Math.floor((this.#state?.limits?.maxStake ?? 0) * 100) / 100
  #mostText = (): string => `Max: stake ${this.#most()}`

  #stakeRow(): HTMLElement {
    const input = el('input', {
      id: 'stake',
      inputmode: 'decimal',
      autocomplete: 'off',
      'data-key': 'stake',
      'aria-describedby': 'slip-says',
    })
    input.value = this.#stake
    const take = (stake: string): void => {
      this.#stake = stake
      if (input.value !== stake) input.value = stake
      this.#say()
    }
    input.addEventListener('input', () => take(input.value))
    const chip = (stake: number) =>
      button(`${stake}`, () => take(`${stake}`), { class: 'chip', 'aria-label': `${stake}: stake ${stake}` })
    const most = button('Max', () => take(`${this.#most()}`), {
      class: 'chip',
      'data-key': 'most',
      'aria-label': this.#mostText(),
    })
    return el('div', { class: 'stake-row' }, input, chip(5), chip(10), most)
  }

  #odds = (): number => combinedOdds(this.#picks.map(({ fixture, outcome }) => fixture.odds[outcome] ?? 0))

  #wish(): Wish {
    const legs = this.#picks.map(({ fixture, outcome }) => ({ matchId: fixture.id, outcome }))
    return { legs, stake: Number(this.#stake.replace(',', '.')) }
  }

  /** What the bet would bring, and what the service says to it. */
  #say(): void {
    const says = this.#root.querySelector('#slip-says')
    const { currency = 'EUR' } = this.#state ?? {}
    if (says === null) return
    const { stake } = this.#wish()
    this.#checks += 1
    clearTimeout(this.#timer)
    says.className = ''
    if (!(stake > 0)) {
      says.replaceChildren('Type an amount.')
      return
    }
    const wins = `Returns ${money(stake * this.#odds(), currency)}.`
    says.replaceChildren(wins)
    this.#timer = setTimeout(() => this.#check(says, wins), CHECK_AFTER_MS)
  }

  async #check(says: Element, wins: string): Promise<void> {
    this.#checks += 1
    const mine = this.#checks
    const answer = await backend.check(this.#wish()).catch((error: unknown) => {
      // What the page shows is over. Of all else whoever places the bet hears.
      const isOver = error instanceof Refused && error.code === 'betting_closed'
      if (isOver && mine === this.#checks) this.#events.onFailed(error)
      return null
    })
    if (answer === null || mine !== this.#checks) return
    const { status, reasons } = answer.validationResult
    const currency = this.#state?.currency ?? 'EUR'
    says.className = status
    says.replaceChildren(
      ...(status === 'accepted'
        ? [`${wins} Within the rules.`]
        : reasons.map((one) => el('span', {}, `${reasonText(one, currency)} `))),
    )
  }

  async #place(): Promise<void> {
    const picks = this.#picks
    this.#setPlacing(true)
    try {
      const { validationResult } = await backend.bet(this.#wish())
      this.#checks += 1
      this.#events.onPlaced(validationResult, picks)
    } catch (error) {
      this.#events.onFailed(error)
    } finally {
      this.#setPlacing(false)
    }
  }

  /** The button may be another one by the time that the answer is there. */
  #setPlacing(isPlacing: boolean): void {
    this.#isPlacing = isPlacing
    const submit = this.#root.querySelector<HTMLButtonElement>('button[type=submit]')
    if (submit !== null) submit.disabled = isPlacing
  }
}

const HOW = 'Choose odds among the fixtures. Choose several for an accumulator: their odds multiply.'

/** Whether nothing has changed that the slip depends on. */
const sameScene = (was: PageState | null, now: PageState): boolean =>
  was?.day.phase === now.day.phase &&
  was.progress.type === now.progress.type &&
  (was.limits === null) === (now.limits === null)

const hint = (text: string): HTMLElement => el('p', { class: 'hint' }, text)
