import { isFailure } from '../../../sdk/src/challenge-funding-error.ts'

const MOST_MS = 10 * 60_000

/** After how long something that failed is asked for again, in milliseconds: not before the service wants to hear of it. */
export const againIn = (error: unknown, leastMs: number): number =>
  Math.min(MOST_MS, Math.max(leastMs, isFailure(error) ? (error.retryAfter ?? 0) * 1000 : 0))
