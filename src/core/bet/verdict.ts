import type { BetEvent } from '../events.ts'
import { unreachable } from '../invariant.ts'
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
