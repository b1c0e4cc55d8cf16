import type { Counter } from '../../src/http/limits/counters.ts'

/** A limit of requests. */
export const requests = (key: string, max: number, more: Partial<Counter> = {}): Counter => ({
  key,
  limit: 'default',
  max,
  points: 1,
  takes: 'all',
  burst: true,
  ...more,
})

/** A limit of bet events, of which a request brings so many. */
export const events = (key: string, max: number, points = 1): Counter => requests(key, max, { takes: 'some', points })
