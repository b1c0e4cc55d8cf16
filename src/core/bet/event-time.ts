import { type Refusal, refuse } from '../answers.ts'
import { hoursAfter, type Instant, later, MINUTE_MS } from '../instant.ts'

/** How far the clocks of an operator and of the service may differ. Rules 1.6 */
export const CLOCK_SKEW_MS = 5 * MINUTE_MS

/** The most that a tenant may accept of the past. Rules 1.6 */
export const BACKFILL_HOURS_MAX = 8760

/** An event time lies at most 5 minutes ahead, and no further back than the tenant accepts. Rules 1.6 */
export function refuseEventTime(eventAt: Instant, now: Instant, maxBackfillHours: number): Refusal | undefined {
  const wrong = (message: string): Refusal => refuse('validation_error', { field: 'eventTimestamp', message, now })
  if (eventAt > later(now, CLOCK_SKEW_MS)) return wrong('lies more than 5 minutes in the future')
  if (eventAt < hoursAfter(now, -maxBackfillHours)) {
    return wrong(`lies more than ${maxBackfillHours} hours in the past`)
  }
  return undefined
}
