import { backend } from './api.ts'
import { button, el, fill } from './dom.ts'
import type { Pick } from './fixtures.ts'
import type { PageState, Validation } from './shown.ts'
import { decimal, money, outcomeText, reasonText } from './words.ts'

const CHECK_AFTER_MS = 250
const USUAL_STAKE = 5

export interface SlipEvents {
  readonly onPlaced: (validation: Validation, pick: Pick) => void
  readonly onFailed: (error: unknown) => void
}

/** The bet slip: asks the service while the player types whether the bet would be taken, and places it. */
export class Slip {
  readonly #root: HTMLElement
  readonly #events: SlipEvents
  #state: PageState | null = null
  #pick: Pick | null = null
  #stake = String(USUAL_STAKE)
  #timer: ReturnType<typeof setTimeout> | undefined
  #checks = 0

  constructor(root: HTMLElement, events: SlipEvents) {
    this.#root = root
    this.#events = events
  }

  show(state: PageState, pick: Pick | null): void {
    const isSame = this.#pick?.fixture.id === pick?.fixture.id && this.#pick?.outcome === pick?.outcome
    const was = this.#state
    this.#state = state
    // What is being typed is not taken away because something else on the page has changed.
    if (isSame && this.#root.childElementCount > 0 && sameScene(was, state)) {
      this.#say()
      return
    }
    this.#pick = pick
    this.#draw()
  }

  #draw(): void {
    const { limits, day } = this.#state ?? {}
    if (day?.phase === 'over') fill(this.#root, hint('These matches have been played: go on to the next match day.'))
    else if (limits == null) fill(this.#root, hint('Bets on a challenge need a challenge: buy one first.'))
    else if (this.#pick === null) fill(this.#root, hint('Choose odds on the left.'))
    else {
      fill(this.#root, this.#form(this.#pick, Math.floor(limits.maxStake * 100) / 100))
      this.#say()
    }
  }

  #form({ fixture, outcome }: Pick, most: number): HTMLElement {
    const odds = decimal(fixture.odds[outcome] ?? 0)
    const bet = el(
      'p',
      { class: 'slip-bet' },
      el('b', {}, outcomeText(fixture, outcome)),
      el('b', { class: 'at' }, odds),
    )
    const form = el(
      'form',
      {},
      bet,
      el('p', { class: 'muted' }, `${fixture.home} – ${fixture.away}`),
      el('label', { for: 'stake' }, 'Stake'),
      this.#stakeRow(most),
      el('p', { id: 'slip-says', 'aria-live': 'polite' }),
      el('button', { type: 'submit', class: 'primary wide' }, 'Place bet'),
    )
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      this.#place()
    })
    return form
  }

  #stakeRow(most: number): HTMLElement {
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
    const chip = (stake: number, name: string) =>
      button(name, () => take(String(stake)), { class: 'chip', 'aria-label': `${name}: stake ${stake}` })
    return el('div', { class: 'stake-row' }, input, chip(5, '5'), chip(10, '10'), chip(most, 'Max'))
  }

  #amount(): number {
    return Number(this.#stake.replace(',', '.'))
  }

  /** What the bet would bring, and what the service says to it. */
  #say(): void {
    const says = this.#root.querySelector('#slip-says')
    const { currency = 'EUR' } = this.#state ?? {}
    if (says === null || this.#pick === null) return
    const stake = this.#amount()
    if (!(stake > 0)) {
      says.replaceChildren('Type an amount.')
      return
    }
    const { fixture, outcome } = this.#pick
    const wins = `Returns ${money(stake * (fixture.odds[outcome] ?? 0), currency)}.`
    says.replaceChildren(wins)
    says.className = ''
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#check(says, wins), CHECK_AFTER_MS)
  }

  async #check(says: Element, wins: string): Promise<void> {
    if (this.#pick === null) return
    this.#checks += 1
    const mine = this.#checks
    const { fixture, outcome } = this.#pick
    const answer = await backend.check({ matchId: fixture.id, outcome, stake: this.#amount() }).catch(() => null)
    if (answer === null || mine !== this.#checks) return
    const { status, reasons } = answer.validationResult
    const currency = this.#state?.currency ?? 'EUR'
    says.className = status
    says.replaceChildren(
      status === 'accepted' ? `${wins} Within the rules.` : reasons.map((one) => reasonText(one, currency)).join(' '),
    )
  }

  async #place(): Promise<void> {
    const pick = this.#pick
    if (pick === null) return
    const submit = this.#root.querySelector<HTMLButtonElement>('button[type=submit]')
    if (submit !== null) submit.disabled = true
    try {
      const { fixture, outcome } = pick
      const { validationResult } = await backend.bet({ matchId: fixture.id, outcome, stake: this.#amount() })
      this.#checks += 1
      this.#events.onPlaced(validationResult, pick)
    } catch (error) {
      this.#events.onFailed(error)
    } finally {
      if (submit !== null) submit.disabled = false
    }
  }
}

/** Whether nothing has changed that the slip depends on. */
const sameScene = (was: PageState | null, now: PageState): boolean =>
  was?.day.phase === now.day.phase && (was.limits === null) === (now.limits === null)

const hint = (text: string): HTMLElement => el('p', { class: 'hint' }, text)
