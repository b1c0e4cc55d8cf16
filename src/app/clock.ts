import type { Instant } from '../core/instant.ts'

/** The one clock; tests hand in their own. */
export interface Clock {
  now(): Instant
}

export const systemClock: Clock = { now: () => Date.now() as Instant }
