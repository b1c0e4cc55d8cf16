import type { Clock } from '../../app/clock.ts'
import type { BurstAllowance } from './burst-allowance.ts'
import { type Count, type Counter, type Counters, isFull, nameOf, takenOf, WINDOW_MS } from './counters.ts'

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
  // By key and player. Joined to one text for each bet, the two cost twice what all else here does: it has to be put
  // together, hashed and compared.
  readonly #windows = new Map<string, Map<string | undefined, Window>>()
  #sweepAt = 0

  constructor(clock: Clock, allowance: BurstAllowance | null = null) {
    this.#clock = clock
    this.#allowance = allowance
  }

  take(counters: readonly Counter[]): readonly Count[] {
    const now = this.#clock.now()
    this.#sweep(now)
    const windows = counters.map((counter) => this.#windowOf(counter, now))
    const refused = counters.map((counter, i) => this.#refuses(counter, windows[i]?.count ?? 0, now))
    const open = !refused.includes(true)
    return counters.map((counter, i) => this.#add(counter, windows[i], now, open, refused[i] === true))
  }

  #refuses(counter: Counter, count: number, now: number): boolean {
    if (counter.takes === 'some' || !isFull(counter, count)) return false
    return !counter.burst || this.#allowance?.has(nameOf(counter), now) !== true
  }

  #add(counter: Counter, window: Window | undefined, now: number, open: boolean, full: boolean): Count {
    const before = window?.count ?? 0
    // A full counter lets a request through only on the allowance.
    if (open && counter.takes === 'all' && isFull(counter, before)) this.#allowance?.spend(nameOf(counter))
    const taken = takenOf(counter, before, open)
    const refused = full || (counter.takes === 'some' && taken < counter.points)
    const endsAt = window?.endsAt ?? now + WINDOW_MS
    if (window !== undefined) window.count += taken
    else if (taken > 0) this.#begin(counter, { count: taken, endsAt })
    return { taken, count: before + taken, resetMs: endsAt - now, refused }
  }

  #windowOf({ key, userId }: Counter, now: number): Window | undefined {
    const window = this.#windows.get(key)?.get(userId)
    return window !== undefined && window.endsAt > now ? window : undefined
  }

  #begin({ key, userId }: Counter, window: Window): void {
    const ofKey = this.#windows.get(key)
    if (ofKey === undefined) this.#windows.set(key, new Map([[userId, window]]))
    else ofKey.set(userId, window)
  }

  /** Once a window, so that who never comes again is forgotten. */
  #sweep(now: number): void {
    if (now < this.#sweepAt) return
    this.#sweepAt = now + WINDOW_MS
    for (const [key, ofKey] of this.#windows) {
      for (const [userId, { endsAt }] of ofKey) if (endsAt <= now) ofKey.delete(userId)
      if (ofKey.size === 0) this.#windows.delete(key)
    }
    this.#allowance?.sweep(now)
  }
}
