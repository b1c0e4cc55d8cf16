import type { Answer } from './answers.ts'
import { decideBet } from './bet/decide-bet.ts'
import { cancelChallenge, continueChallenge, refundStake } from './challenge/choose.ts'
import { purchaseChallenge } from './challenge/purchase.ts'
import { type Command, isBetCommand } from './commands.ts'
import { applyDue } from './due.ts'
import type { DomainEvent } from './events.ts'
import { refundFundedStake } from './funded/refund-stake.ts'
import { requestPayout } from './funded/request-payout.ts'
import { confirmPayout, rejectPayout } from './funded/review-payout.ts'
import type { EventId } from './ids.ts'
import type { Instant } from './instant.ts'
import { unreachable } from './invariant.ts'
import type { Player } from './player.ts'
import { setSelfExclusion } from './self-exclusion.ts'
import { Telling } from './telling.ts'

export interface Decision {
  /** The facts to store, in order; none where the command was refused or had come before. */
  readonly events: readonly DomainEvent[]
  readonly answer: Answer
  /** The player after the events. */
  readonly player: Player
}

/**
 * The one place where anything is decided: first what is due by `now`, as of its due time (Rules 7.1), then the command
 * on what that left. Pure: the same player, command and moment give the same decision.
 */
export function decide(player: Player, command: Command, now: Instant): Decision {
  const telling = new Telling(player, command.id, now)
  applyDue(telling)
  const answer = answerTo(telling, command)
  return { events: telling.events, answer, player: telling.player }
}

/** The player as a reader sees it at `now`: what is due is applied, and stored by whoever writes next. Rules 7.1 */
export function asOf(player: Player, now: Instant): Player {
  const telling = new Telling(player, UNSTORED, now)
  applyDue(telling)
  return telling.player
}

/** The id of a command whose events are told for a reader alone: they are never stored, so their ids need not differ. */
export const UNSTORED = '00000000-0000-7000-8000-000000000000' as EventId

function answerTo(telling: Telling, command: Command): Answer {
  if (isBetCommand(command)) return decideBet(telling, command)
  switch (command.type) {
    case 'PurchaseChallenge':
      return purchaseChallenge(telling, command)
    case 'ContinueChallenge':
      return continueChallenge(telling)
    case 'RefundStake':
      return refundStake(telling)
    case 'CancelChallenge':
      return cancelChallenge(telling)
    case 'SetSelfExclusion':
      return setSelfExclusion(telling, command)
    case 'RequestPayout':
      return requestPayout(telling, command)
    case 'ConfirmPayout':
      return confirmPayout(telling, command)
    case 'RejectPayout':
      return rejectPayout(telling, command)
    case 'RefundFundedStake':
      return refundFundedStake(telling)
    case 'Wake':
      return { kind: 'done' }
    default:
      return unreachable(command)
  }
}
