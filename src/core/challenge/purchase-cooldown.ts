import { type Instant, nextMidnight } from '../instant.ts'
import type { Program } from '../program.ts'

/**
 * A failed or cancelled challenge closes the shop until the next 00:00 UTC, by the time at which it ended; null where a
 * challenge can be bought. Rules 5.12
 */
export function purchaseCooldown(program: Program | null, now: Instant): Instant | null {
  if (program?.kind !== 'challenge' || program.endedAt === null) return null
  if (program.status !== 'failed' && program.status !== 'cancelled') return null
  const until = nextMidnight(program.endedAt)
  return now < until ? until : null
}
