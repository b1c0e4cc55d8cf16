import { HOUR_MS, type Instant, instant, later } from '../../core/instant.ts'
import { instantOf, textOf } from '../instant-wire.ts'
import { invalid } from '../invalid-request.ts'
import type { ClockAdvance } from '../schemas/tenant.ts'

/** From here the longest program still ends within the years of four digits. */
const LATEST = instant(Date.UTC(9900, 0, 1))

/** Where the test clock is moved to, or how far. Throws `InvalidRequest` unless that lies ahead of `now`. Rules 7.3 */
export function readAdvance(
  { to, byHours }: ClockAdvance,
  now: Instant,
): { readonly to: Instant } | { readonly byMs: number } {
  if ((to === undefined) === (byHours === undefined)) invalid('body', 'must have either to or byHours')
  const byMs = Math.round((byHours ?? 0) * HOUR_MS)
  const target = to === undefined ? later(now, byMs) : instantOf(to)
  const field = to === undefined ? 'byHours' : 'to'
  if (target < now) invalid(field, `must lie ahead: it is ${textOf(now)}`)
  if (target > LATEST) invalid(field, `must not lead beyond ${textOf(LATEST)}`)
  return to === undefined ? { byMs } : { to: target }
}
