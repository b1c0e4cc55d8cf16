import { initialState, type State } from './state.ts'

/** Holds the state and says when it is another one. */
export class Store {
  #state: State = initialState
  readonly #onChange: () => void

  constructor(onChange: () => void) {
    this.#onChange = onChange
  }

  get state(): State {
    return this.#state
  }

  /** Forgets what was known of somebody else. */
  reset(): void {
    this.#state = initialState
  }

  set(change: Partial<State>): void {
    this.#state = { ...this.#state, ...change }
    this.#onChange()
  }
}
