import { type Answer, refuse } from '../answers.ts'
import { closingOf, leaveCooldown } from '../closing.ts'
import type { ProgramId } from '../ids.ts'
import { isAwaitingChoice, isRunning } from '../program.ts'
import type { Telling } from '../telling.ts'

/** What is said of a user who has nothing to give up. */
export const NOT_CANCELLABLE = 'The user has no challenge that can be cancelled'

const noPendingChoice = () => refuse('no_pending_choice')

/** The passed challenge is completed and the funded account opens; the own stake goes on with it. Rules 5.9, 8.1 */
export function continueChallenge(telling: Telling): Answer {
  const { program } = telling.player
  if (!isAwaitingChoice(program)) return noPendingChoice()
  const { tier } = program.terms
  const fundedAccountId = telling.nextId<ProgramId>()
  const closing = closingOf(program, tier.ownStake, 'on')
  telling.tell({ type: 'ChallengeCompleted', programId: program.id, closing })
  telling.tell({
    type: 'FundedAccountActivated',
    programId: fundedAccountId,
    challengeId: program.id,
    fundedAmount: tier.fundedAccountBalance,
    ownStake: tier.ownStake,
  })
  return { kind: 'continued', fundedAccountId }
}

/** The passed challenge ends, the own stake goes back, the bonus is void. Rules 5.10 */
export function refundStake(telling: Telling): Answer {
  const { program } = telling.player
  if (!isAwaitingChoice(program)) return noPendingChoice()
  const { ownStake, bonusAmount } = program.terms.tier
  telling.tell({
    type: 'ChallengeStakeRefunded',
    programId: program.id,
    closing: closingOf(program, ownStake, 'to_player'),
  })
  telling.tell({ type: 'ChallengeBonusVoided', programId: program.id, bonusAmount })
  return { kind: 'refunded', ownStake, bonusAmount }
}

/** Gives up a challenge that runs or awaits its choice: the own stake is forfeited, the bonus void. Rules 5.11 */
export function cancelChallenge(telling: Telling): Answer {
  const { program } = telling.player
  const cancellable = program?.kind === 'challenge' && (isRunning(program) || isAwaitingChoice(program))
  if (!cancellable) return refuse('not_found', { message: NOT_CANCELLABLE })
  const { ownStake, bonusAmount } = program.terms.tier
  leaveCooldown(telling)
  const closing = closingOf(program, ownStake, 'forfeited')
  telling.tell({ type: 'ChallengeCancelled', programId: program.id, closing, bonusVoided: bonusAmount })
  return { kind: 'cancelled' }
}
