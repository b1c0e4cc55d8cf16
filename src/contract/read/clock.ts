import { HOUR_MS, type Instant, instant, later } from '../../core/instant.ts'
import { instantOf, textOf } from '../instant-wire.ts'
import { invalid } from '../invalid-request.ts'
import type { ClockAdvance } from '../schemas/tenant.ts'

/** From here the longest program still ends within the years of four digits. */
const LATEST = instant(Date.UTC(9900, 0, 1))

/** The moment that the test clock is moved on to. Throws `InvalidRequest` unless it lies ahead. Rules 7.3 */
export function readAdvance({ to, byHours }: ClockAdvance, now: Instant): Instant {
  if ((to === undefined) === (byHours === undefined)) invalid('body', 'must have either to or byHours')
  const target = to === undefined ? later(now, Math.round((byHours ?? 0) * HOUR_MS)) : instantOf(to)
  const field = to === undefined ? 'byHours' : 'to'
  if (target < now) invalid(field, `must lie ahead: it is ${textOf(now)}`)
  if (target > LATEST) invalid(field, `must not lead beyond ${textOf(LATEST)}`)
  return target
}
