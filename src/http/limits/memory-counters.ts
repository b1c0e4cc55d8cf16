import type { Clock } from '../../app/clock.ts'
import type { BurstAllowance } from './burst-allowance.ts'
import { type Count, type Counter, type Counters, isFull, takenOf, WINDOW_MS } from './counters.ts'

interface Window {
  count: number
  readonly endsAt: number
}

/**
 * Counters of this process alone: exact for one replica, and what each replica falls back to while Redis is away. Only
 * then is there an allowance: one that helps where every replica sees a part of the traffic.
 */
export class MemoryCounters implements Counters {
  readonly #clock: Clock
  readonly #allowance: BurstAllowance | null
  readonly #windows = new Map<string, Window>()
  #sweepAt = 0

  constructor(clock: Clock, allowance: BurstAllowance | null = null) {
    this.#clock = clock
    this.#allowance = allowance
  }

  async take(counters: readonly Counter[]): Promise<readonly Count[]> {
    const now = this.#clock.now()
    this.#sweep(now)
    const full = counters.map((counter) => counter.takes === 'all' && isFull(counter, this.#countOf(counter.key, now)))
    const refused = counters.map((counter, i) => full[i] === true && !this.#helps(counter, now))
    const open = !refused.includes(true)
    return counters.map((counter, i) => {
      if (open && full[i]) this.#allowance?.spend(counter.key)
      return this.#add(counter, now, open, refused[i] === true)
    })
  }

  #helps(counter: Counter, now: number): boolean {
    return counter.burst && this.#allowance?.has(counter.key, now) === true
  }

  #add(counter: Counter, now: number, open: boolean, full: boolean): Count {
    const window = this.#windowOf(counter.key, now)
    const taken = takenOf(counter, window?.count ?? 0, open)
    const refused = full || (counter.takes === 'some' && taken < counter.points)
    if (window === undefined) {
      if (taken > 0) this.#windows.set(counter.key, { count: taken, endsAt: now + WINDOW_MS })
      return { taken, count: taken, resetMs: WINDOW_MS, refused }
    }
    window.count += taken
    return { taken, count: window.count, resetMs: window.endsAt - now, refused }
  }

  #countOf = (key: string, now: number): number => this.#windowOf(key, now)?.count ?? 0

  #windowOf(key: string, now: number): Window | undefined {
    const window = this.#windows.get(key)
    return window !== undefined && window.endsAt > now ? window : undefined
  }

  /** Once a window, so that who never comes again is forgotten. */
  #sweep(now: number): void {
    if (now < this.#sweepAt) return
    this.#sweepAt = now + WINDOW_MS
    for (const [key, { endsAt }] of this.#windows) if (endsAt <= now) this.#windows.delete(key)
    this.#allowance?.sweep(now)
  }
}
