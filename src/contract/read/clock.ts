import { HOUR_MS, type Instant, later } from '../../core/instant.ts'
import { instantOf } from '../instant-wire.ts'
import { invalid } from '../invalid-request.ts'
import type { ClockAdvance } from '../schemas/tenant.ts'

/** The moment that the test clock is moved on to. Throws `InvalidRequest` unless it lies ahead. Rules 7.3 */
export function readAdvance({ to, byHours }: ClockAdvance, now: Instant): Instant {
  if ((to === undefined) === (byHours === undefined)) invalid('body', 'must have either to or byHours')
  const target = to === undefined ? later(now, Math.round((byHours ?? 0) * HOUR_MS)) : instantOf(to)
  if (target < now) invalid(to === undefined ? 'byHours' : 'to', `must lie ahead: it is ${new Date(now).toISOString()}`)
  return target
}
