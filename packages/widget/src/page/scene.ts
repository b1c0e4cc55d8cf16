import type { Actions } from '../data/actions.ts'
import type { State } from '../data/state.ts'
import type { Speech } from '../view/speech.ts'

/** All that a page is drawn from. */
export interface Scene {
  readonly state: State
  readonly say: Speech
  readonly actions: Actions
  /** The tenant's time, in milliseconds. */
  readonly now: number
}
