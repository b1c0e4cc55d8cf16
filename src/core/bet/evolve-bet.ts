import type { BetAccepted, BetCorrected, BetEvent, BetRejected, BetSettled, BetVoided } from '../events.ts'
import type { PlayerId } from '../ids.ts'
import { unreachable } from '../invariant.ts'
import type { Bet, BetVerdict } from './bet.ts'
import { verdictOf } from './verdict.ts'

/** Where the bet stands after one of its events. Null where no event has left a trace on it yet. */
export function evolveBet(bet: Bet | null, event: BetEvent, playerId: PlayerId): Bet | null {
  switch (event.type) {
    case 'BetAccepted':
      return placed(bet, event, playerId)
    case 'BetRejected':
      return event.programId === null ? bet : placed(bet, event, playerId)
    case 'BetSettled':
      return settled(known(bet, event, playerId), event)
    case 'BetVoided':
      return voided(withVerdict(overtaken(known(bet, event, playerId)), event), event)
    case 'BetCorrected':
      return corrected(overtaken(known(bet, event, playerId)), event)
    case 'UnacceptedBetVoided':
      return bet
    case 'BetFlagged': {
      const keepsKey = event.report.status === 'voided' && event.reason === 'program_closed'
      return keepsKey ? withVerdict(known(bet, event, playerId), event) : withDoubt(known(bet, event, playerId), event)
    }
    case 'SettlementRejected':
      return withDoubt(known(bet, event, playerId), event)
    default:
      return unreachable(event)
  }
}

const known = (bet: Bet | null, event: BetEvent, playerId: PlayerId): Bet =>
  bet ?? {
    externalBetId: event.report.externalBetId,
    playerId,
    placement: null,
    standing: 'unaccepted',
    settlement: null,
    verdicts: {},
    doubts: {},
  }

const withVerdict = (bet: Bet, event: BetEvent): Bet => ({ ...bet, verdicts: noted(bet.verdicts, event) })
const withDoubt = (bet: Bet, event: BetEvent): Bet => ({ ...bet, doubts: noted(bet.doubts, event) })
const noted = (verdicts: Bet['verdicts'], event: BetEvent): { [status: string]: BetVerdict } => ({
  ...verdicts,
  [event.report.status]: verdictOf(event),
})

function placed(bet: Bet | null, event: BetAccepted | BetRejected, playerId: PlayerId): Bet {
  const { report, programId, phase } = event
  const accepted = event.type === 'BetAccepted'
  const before = withVerdict(known(bet, event, playerId), event)
  if (programId === null || phase === null) return before
  const { stake, odds } = report
  const placement = { eventId: event.id, accepted, programId, phase, stake, odds }
  return { ...before, playerId, placement, standing: accepted ? 'open' : 'unaccepted' }
}

function settled(bet: Bet, event: BetSettled): Bet {
  const { id: eventId, outcome, returned, loss, eventAt: at } = event
  return { ...withVerdict(bet, event), standing: outcome, settlement: { eventId, returned, loss, at } }
}

const voided = (bet: Bet, { eventAt }: BetVoided): Bet => ({
  ...bet,
  standing: 'voided',
  settlement: null,
  settledAt: bet.settlement?.at ?? bet.settledAt ?? eventAt,
})

/** The key of a correction lasts as long as the outcome that it laid down; those of the feed's own events stay. Rules 4.17 */
function overtaken({ correction, ...bet }: Bet): Bet {
  if (correction === undefined) return bet
  const kept = Object.entries(bet.verdicts).filter(([, { betEventId }]) => betEventId !== correction)
  return { ...bet, verdicts: Object.fromEntries(kept) }
}

/** The status of the new outcome is taken, unless an event of the feed had it before. Rules 4.17 */
function corrected({ settledAt: _, ...before }: Bet, event: BetCorrected): Bet {
  const { id: eventId, report, outcome, returned, loss, settledAt: at } = event
  const bet = before.verdicts[report.status] ? before : { ...withVerdict(before, event), correction: eventId }
  return outcome === 'voided'
    ? { ...bet, standing: 'voided', settlement: null, settledAt: at }
    : { ...bet, standing: outcome, settlement: { eventId, returned, loss, at } }
}
