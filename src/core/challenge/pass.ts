import { leaveCooldown } from '../closing.ts'
import type { Instant } from '../instant.ts'
import { type Challenge, currentBalance, isRunning } from '../program.ts'
import type { Telling } from '../telling.ts'

/** Balance at the target, enough accepted bets, enough active days: reaching counts in all three. Rules 5.5 */
function isPassed(challenge: Challenge): boolean {
  const { tier } = challenge.terms
  return (
    currentBalance(challenge) >= tier.targetBalance &&
    challenge.betsAccepted >= tier.minBetsRequired &&
    challenge.activeDays.length >= tier.minActiveDays
  )
}

/** Latches the pass, bets open or not; nothing that comes later can take it back. Rules 5.5 */
export function passIfReached(telling: Telling, at: Instant = telling.now): void {
  const { program } = telling.player
  if (!isRunning(program) || program.kind !== 'challenge' || !isPassed(program)) return
  leaveCooldown(telling, at)
  telling.tell({
    type: 'ChallengePassed',
    at,
    programId: program.id,
    programBalance: currentBalance(program),
    refundableOwnStake: program.terms.tier.ownStake,
  })
}
