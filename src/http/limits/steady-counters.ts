import type { Clock } from '../../app/clock.ts'
import { BurstAllowance } from './burst-allowance.ts'
import type { Count, Counter, Counters } from './counters.ts'
import { MemoryCounters } from './memory-counters.ts'

/** Counters that may be away. */
export interface SharedCounters extends Counters {
  /** Throws while they do not count. */
  ping(): Promise<void>
}

/** How often counters that are away are asked whether they are back, in milliseconds. */
const ASK_MS = 500

/**
 * Shared counters while they answer, else those of this process with the burst allowance. No request waits for counters
 * that are known to be away: they are asked in the background, and used again as soon as they answer.
 */
export class SteadyCounters implements Counters {
  readonly #shared: SharedCounters
  readonly #clock: Clock
  readonly #onChange: (away: boolean, error: unknown) => void
  /** Kept while it is not asked: shared counters that come and go would start each window and each allowance anew. */
  readonly #alone: MemoryCounters
  #isAlone = false
  #askAt = 0

  /** `onChange` is told when the shared counters go away and when they are back. */
  constructor(shared: SharedCounters, clock: Clock, onChange: (away: boolean, error: unknown) => void) {
    this.#shared = shared
    this.#clock = clock
    this.#onChange = onChange
    this.#alone = new MemoryCounters(clock, new BurstAllowance())
  }

  async take(counters: readonly Counter[]): Promise<readonly Count[]> {
    if (this.#isAlone) this.#askNowAndThen()
    else {
      try {
        return await this.#shared.take(counters)
      } catch (error) {
        this.#leave(error)
      }
    }
    return this.#alone.take(counters)
  }

  #leave(error: unknown): void {
    if (this.#isAlone) return
    this.#isAlone = true
    this.#askAt = this.#clock.now() + ASK_MS
    this.#onChange(true, error)
  }

  #askNowAndThen(): void {
    if (this.#clock.now() < this.#askAt) return
    this.#askAt = this.#clock.now() + ASK_MS
    this.#shared.ping().then(
      () => this.#return(),
      () => {},
    )
  }

  #return(): void {
    if (!this.#isAlone) return
    this.#isAlone = false
    this.#onChange(false, null)
  }
}
