import type { Instant } from '../instant.ts'
import { isRunning } from '../program.ts'
import type { Telling } from '../telling.ts'
import { failChallenge } from './fail.ts'
import { passIfReached } from './pass.ts'

/** The last look at a challenge whose days are over: passed after all, or failed as of its expiry. Rules 5.7 */
export function expireChallenge(telling: Telling, at: Instant): void {
  passIfReached(telling, at)
  const { program } = telling.player
  if (!isRunning(program) || program.kind !== 'challenge') return
  const tooFewDays = program.activeDays.length < program.terms.tier.minActiveDays
  failChallenge(telling, tooFewDays ? 'insufficient_active_days' : 'expired', at)
}
