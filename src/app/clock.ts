import { type Instant, instant } from '../core/instant.ts'
import type { Tenant } from '../store/tenants.ts'

/** The one clock; tests hand in their own. */
export interface Clock {
  now(): Instant
}

export const systemClock: Clock = { now: () => Date.now() as Instant }

/** The tenant's time: the real clock, moved on by the test clock. Rules 7.3 */
export const tenantNow = (clock: Clock, { clockOffsetMs }: Pick<Tenant, 'clockOffsetMs'>): Instant =>
  instant(clock.now() + clockOffsetMs)
