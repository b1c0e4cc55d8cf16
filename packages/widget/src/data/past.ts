import { againIn } from './again.ts'
import type { Ask } from './calls.ts'
import type { TierTerms } from './state.ts'
import type { Store } from './store.ts'
import { Timer } from './timer.ts'

export interface PastOptions {
  readonly store: Store
  readonly ask: Ask
  readonly termsOf: (tierId: string) => Promise<TierTerms>
  readonly userId: string
}

/** How long changes are gathered before what depends on them is asked for. */
const GATHER_MS = 400
/** How long after it could not be read it is tried again. */
const AGAIN_MS = 15_000
/** How many programs are shown before somebody wants to see more, and how many can be read at once. */
const LEAST = 20
const MOST = 500

/** What a progress does not say: what is over, and what the choice after a pass comes to. */
export class Past {
  readonly #options: PastOptions
  readonly #gathering = new Timer()
  /** Which reading is the latest one. */
  #reading = 0
  #isStopped = false

  constructor(options: PastOptions) {
    this.#options = options
  }

  stop(): void {
    this.#isStopped = true
    this.#gathering.clear()
  }

  /** Reads it once nothing more has changed for a moment. */
  gather(ms = GATHER_MS): void {
    if (!this.#isStopped) this.#gathering.set(ms, () => void this.read())
  }

  /** Reads it as far back as it is shown. What cannot be read is read later: the rest goes on without it. */
  async read(): Promise<void> {
    this.#reading += 1
    const reading = this.#reading
    const { store, ask, userId } = this.#options
    const { history: shown } = store.state
    const long = shown === null ? 0 : shown.challenges.length + shown.fundedAccounts.length
    try {
      const history = await ask('getHistory', { userId, limit: Math.min(MOST, Math.max(LEAST, long)) })
      if (this.#isStopped || reading !== this.#reading) return
      // More of it was shown meanwhile, and stays.
      if (store.state.history !== shown) return this.read()
      store.set({ history })
      await this.#readPassedTerms()
    } catch (error) {
      if (reading === this.#reading) this.gather(againIn(error, AGAIN_MS))
    }
  }

  async readMore(): Promise<void> {
    const { store, ask, userId } = this.#options
    const { history } = store.state
    if (history?.nextCursor == null) return
    const more = await ask('getHistory', { userId, cursor: history.nextCursor })
    if (this.#isStopped) return
    // It was read anew meanwhile: what comes after that is something else.
    if (store.state.history !== history) return this.readMore()
    store.set({
      history: {
        ...more,
        challenges: [...history.challenges, ...more.challenges],
        fundedAccounts: [...history.fundedAccounts, ...more.fundedAccounts],
      },
    })
  }

  /** The numbers of the choice, where they still are those that the challenge was bought under. */
  async #readPassedTerms(): Promise<void> {
    const { store, termsOf } = this.#options
    const { history, passedTerms } = store.state
    const passed = history?.challenges.find(({ status }) => status === 'passed_pending_choice')
    if (passed === undefined) return store.set({ passedTerms: null })
    if (passedTerms?.termsHash === passed.termsHash) return
    const terms = await termsOf(passed.challengeTierId).catch(() => null)
    if (!this.#isStopped) store.set({ passedTerms: terms?.termsHash === passed.termsHash ? terms : null })
  }
}
