import type { Clock } from '../../src/app/clock.ts'
import { instant } from '../../src/core/instant.ts'

/** The real clock of a played history: it stands until the history moves it, and goes back for the next history. */
export class StageClock implements Clock {
  #now = instant(0)
  now = () => this.#now
  set(now: number): void {
    this.#now = instant(now)
  }
}
