import { systemClock } from '../../src/app/clock.ts'
import { type Counters, WINDOW_MS } from '../../src/http/limits/counters.ts'
import type { LimitSettings } from '../../src/http/limits/limit-requests.ts'

/** For tests of anything else: there is room for everything. */
const openCounters: Counters = {
  take: async (counters) =>
    counters.map(({ points }) => ({ taken: points, count: points, resetMs: WINDOW_MS, refused: false })),
}

export const noLimits: LimitSettings = { counters: openCounters, clock: systemClock }
