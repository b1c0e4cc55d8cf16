import type { Answer } from '../answers.ts'
import type { SettleBet } from '../commands.ts'
import type { Instant } from '../instant.ts'
import { invariant } from '../invariant.ts'
import { afterSettlement } from '../loss/after-settlement.ts'
import { lossOf } from '../loss/loss.ts'
import { add, subtract, ZERO } from '../money.ts'
import type { Player } from '../player.ts'
import { currentBalance, isRunning } from '../program.ts'
import type { Telling } from '../telling.ts'
import type { FlagReason } from './bet.ts'
import {
  type AcceptedBet,
  flagBet,
  isAnothersBet,
  isMismatch,
  isProgramClosed,
  openFlag,
  underPlacement,
  wasAccepted,
} from './doubt.ts'
import { outcomeOf } from './outcome-report.ts'
import type { Breach } from './rules/rule.ts'
import { tellBet } from './tell-bet.ts'

type Report = SettleBet['report']

/** Settles an open bet, or says with the first verdict that applies why it does not. Rules 4.14 */
export function settleBet(telling: Telling, report: Report, eventAt: Instant): Answer {
  const { player } = telling
  const { bet } = player
  if (!wasAccepted(bet)) return flagBet(telling, report, eventAt, 'no_accepted_placement')
  const doubt = doubtOf(player, bet, report)
  if (doubt) return flagBet(telling, report, eventAt, doubt)
  if (report.isCashOut && bet.placement.phase === 'challenge') return rejectCashOut(telling, bet, report, eventAt)
  return settle(telling, bet, report, eventAt)
}

function doubtOf(player: Player, bet: AcceptedBet, report: Report): FlagReason | undefined {
  if (isAnothersBet(player, bet)) return 'settlement_mismatch'
  if (bet.standing !== 'open') return 'conflicting_settlement'
  if (isProgramClosed(player, bet)) return 'program_closed'
  if (isMismatch(report, bet.placement)) return 'settlement_mismatch'
  return undefined
}

/** The money of a settlement and all that it sets off. Rules 2.5, 2.6, 6.6 */
function settle(telling: Telling, bet: AcceptedBet, report: Report, eventAt: Instant): Answer {
  const { program } = telling.player
  invariant(isRunning(program), 'a bet is settled on a running program')
  const { stake } = bet.placement
  const outcome = outcomeOf[report.status]
  const returned = outcome === 'won' ? (report.settlementAmount ?? ZERO) : ZERO
  const loss = lossOf(stake, returned)
  const balanceAfter = add(subtract(currentBalance(program), stake), returned)
  const under = { ...underPlacement(telling.player, bet), balanceAfter }
  const answer = tellBet(telling, { type: 'BetSettled', report, eventAt, ...under, outcome, stake, returned, loss })
  afterSettlement(telling, loss > 0 ? eventAt : null)
  return answer
}

/** A challenge knows no cash-out: the bet stays open and the operator is told. Rules 4.9 */
function rejectCashOut(telling: Telling, bet: AcceptedBet, report: Report, eventAt: Instant): Answer {
  const before = bet.doubts[report.status]
  if (before?.result === 'rejected') return { kind: 'bet', verdict: before, duplicate: true }
  const reasons: readonly Breach[] = [
    { code: 'cashout_not_allowed_during_challenge', unit: 'count', actual: 1, limit: 0 },
  ]
  const under = underPlacement(telling.player, bet)
  const answer = tellBet(telling, { type: 'SettlementRejected', report, eventAt, ...under, reasons })
  openFlag(telling, report, 'cashout', 'is a cash-out, which a challenge does not know; the bet stays open')
  return answer
}
