import { closingOf, leaveCooldown } from '../closing.ts'
import type { Instant } from '../instant.ts'
import { invariant } from '../invariant.ts'
import type { FailureReason } from '../program.ts'
import type { Telling } from '../telling.ts'

/** Ends the running challenge; the own stake is forfeited. Rules 5.6, 5.7 */
export function failChallenge(telling: Telling, reason: FailureReason, at: Instant = telling.now): void {
  const { program } = telling.player
  invariant(program?.kind === 'challenge', 'only a challenge fails')
  leaveCooldown(telling, at)
  const closing = closingOf(program, program.terms.tier.ownStake, 'forfeited')
  telling.tell({ type: 'ChallengeFailed', at, programId: program.id, reason, closing })
}
