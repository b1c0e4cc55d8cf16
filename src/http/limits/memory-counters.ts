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

  take(counters: readonly Counter[]): readonly Count[] {
    const now = this.#clock.now()
    this.#sweep(now)
    const windows = counters.map(({ key }) => this.#windowOf(key, now))
    const refused = counters.map((counter, i) => this.#refuses(counter, windows[i]?.count ?? 0, now))
    const open = !refused.includes(true)
    return counters.map((counter, i) => this.#add(counter, windows[i], now, open, refused[i] === true))
  }

  #refuses(counter: Counter, count: number, now: number): boolean {
    if (counter.takes === 'some' || !isFull(counter, count)) return false
    return !counter.burst || this.#allowance?.has(counter.key, now) !== true
  }

  #add(counter: Counter, window: Window | undefined, now: number, open: boolean, full: boolean): Count {
    const before = window?.count ?? 0
    // A full counter lets a request through only on the allowance.
    if (open && counter.takes === 'all' && isFull(counter, before)) this.#allowance?.spend(counter.key)
    const taken = takenOf(counter, before, open)
    const refused = full || (counter.takes === 'some' && taken < counter.points)
    const endsAt = window?.endsAt ?? now + WINDOW_MS
    if (window !== undefined) window.count += taken
    else if (taken > 0) this.#windows.set(counter.key, { count: taken, endsAt })
    return { taken, count: before + taken, resetMs: endsAt - now, refused }
  }

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
