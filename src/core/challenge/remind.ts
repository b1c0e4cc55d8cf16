import { HOUR_MS, hoursAfter, type Instant } from '../instant.ts'
import { invariant } from '../invariant.ts'
import { type Challenge, currentBalance } from '../program.ts'
import type { Telling } from '../telling.ts'

const HOURS_BEFORE = 24

/** When the reminder is due: once, 24 hours before expiry, and never for a challenge of a single day. Rules 5.8 */
export const remindAt = (challenge: Challenge): Instant | null =>
  challenge.reminded || challenge.terms.tier.durationDays === 1 ? null : hoursAfter(challenge.expiresAt, -HOURS_BEFORE)

/** Rules 5.8 */
export function remindOfExpiry(telling: Telling, at: Instant): void {
  const { program } = telling.player
  invariant(program?.kind === 'challenge', 'only a challenge expires')
  telling.tell({
    type: 'ChallengeExpiringSoon',
    at,
    programId: program.id,
    hoursRemaining: Math.round((program.expiresAt - at) / HOUR_MS),
    currentBalance: currentBalance(program),
    targetBalance: program.terms.tier.targetBalance,
    betsPlaced: program.betsAccepted + program.betsRejected,
    activeDays: program.activeDays.length,
  })
}
