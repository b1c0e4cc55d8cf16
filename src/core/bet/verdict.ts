import type { Answer } from '../answers.ts'
import { type BetEvent, isBetEvent } from '../events.ts'
import { invariant, unreachable } from '../invariant.ts'
import type { Telling, Untold } from '../telling.ts'
import type { BetVerdict } from './bet.ts'

/** What a bet event is answered with, now and whenever it is resent. Rules 4.1 */
export function verdictOf(event: BetEvent): BetVerdict {
  const accepted = { betEventId: event.id, result: 'accepted', reasons: [], flagReason: null } as const
  switch (event.type) {
    case 'BetAccepted':
    case 'BetSettled':
    case 'BetVoided':
    case 'BetCorrected':
    case 'UnacceptedBetVoided':
      return accepted
    case 'BetRejected':
    case 'SettlementRejected':
      return { ...accepted, result: 'rejected', reasons: event.reasons }
    case 'BetFlagged':
      return { ...accepted, result: 'flagged', flagReason: event.reason }
    default:
      return unreachable(event)
  }
}

/** Tells the bet event of the command, which bears the command's id, and answers with its verdict. */
export function tellBet(telling: Telling, fact: Untold<BetEvent>): Answer {
  const event = telling.tell({ ...fact, id: telling.commandId })
  invariant(isBetEvent(event), 'what was told is the bet event')
  return { kind: 'bet', verdict: verdictOf(event), duplicate: false }
}
