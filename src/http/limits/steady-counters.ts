import type { Clock } from '../../app/clock.ts'
import { BurstAllowance } from './burst-allowance.ts'
import type { Count, Counter, Counters } from './counters.ts'
import { MemoryCounters } from './memory-counters.ts'

/** Counters that may be away. */
export interface SharedCounters extends Counters {
  /** Throws while they are away. */
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
  #alone: MemoryCounters | null = null
  #askAt = 0

  /** `onChange` is told when the shared counters go away and when they are back. */
  constructor(shared: SharedCounters, clock: Clock, onChange: (away: boolean, error: unknown) => void) {
    this.#shared = shared
    this.#clock = clock
    this.#onChange = onChange
  }

  async take(counters: readonly Counter[]): Promise<readonly Count[]> {
    if (this.#alone !== null) return this.#takeAlone(this.#alone, counters)
    try {
      return await this.#shared.take(counters)
    } catch (error) {
      return this.#leave(error).take(counters)
    }
  }

  #leave(error: unknown): MemoryCounters {
    if (this.#alone !== null) return this.#alone
    this.#askAt = this.#clock.now() + ASK_MS
    this.#onChange(true, error)
    this.#alone = new MemoryCounters(this.#clock, new BurstAllowance())
    return this.#alone
  }

  #takeAlone(alone: MemoryCounters, counters: readonly Counter[]): readonly Count[] {
    if (this.#clock.now() >= this.#askAt) {
      this.#askAt = this.#clock.now() + ASK_MS
      this.#shared.ping().then(
        () => this.#return(),
        () => {},
      )
    }
    return alone.take(counters)
  }

  #return(): void {
    if (this.#alone === null) return
    this.#alone = null
    this.#onChange(false, null)
  }
}
