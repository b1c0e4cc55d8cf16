import type { Answer } from '../answers.ts'
import type { BetEvent } from '../events.ts'
import type { FoundByRules } from '../flag.ts'
import type { Instant } from '../instant.ts'
import { payoutHalfUp } from '../money.ts'
import type { Player } from '../player.ts'
import { currentBalance, isRunning } from '../program.ts'
import type { Telling } from '../telling.ts'
import type { Bet, BetReport, FlagReason, Placement } from './bet.ts'
import { tellBet } from './tell-bet.ts'

/** A bet that was accepted, with the placement that a settlement is held against. */
export type AcceptedBet = Bet & { readonly placement: Placement }

/** Whether the service knows the bet and took it. Rules 4.4 */
export const wasAccepted = (bet: Bet | null): bet is AcceptedBet => bet?.placement?.accepted === true

/** A settlement or void that comes from another user than the placement. Rules 4.5 */
export const isAnothersBet = (player: Player, bet: AcceptedBet): boolean => bet.playerId !== player.id

/** The program that took the bet has passed or ended since, or is not the one that runs now. Rules 4.7 */
export const isProgramClosed = ({ program }: Player, { placement }: AcceptedBet): boolean =>
  !isRunning(program) || program.id !== placement.programId

/** Stake or odds, where sent, differ from the placement, or the return is more than the bet can pay. Rules 4.8 */
export function isMismatch(report: BetReport, { stake, odds }: Placement): boolean {
  const returned = report.status === 'settled-won' ? report.settlementAmount : null
  return (
    (report.stake !== null && report.stake !== stake) ||
    (report.odds !== null && report.odds !== odds) ||
    (returned !== null && returned > payoutHalfUp(stake, odds))
  )
}

/** What every bet event of an accepted bet says of its program. */
export function underPlacement({ program }: Player, { placement }: AcceptedBet) {
  const running = isRunning(program) && program.id === placement.programId ? program : null
  return { programId: placement.programId, phase: placement.phase, balanceAfter: running && currentBalance(running) }
}

/** The flags that a doubt opens, in words; those that are not listed open none. Rules 4.13 */
const flagSentences: { readonly [reason in FlagReason]?: string } = {
  conflicting_settlement: 'contradicts what the bet was settled or voided with before',
  settlement_mismatch: 'does not match the accepted placement',
}

/** Stores a settlement or void that moves nothing; the same verdict again is a duplicate. Rules 4.4 to 4.8, 4.12 */
export function flagBet(telling: Telling, report: BetReport, eventAt: Instant, reason: FlagReason): Answer {
  const { player } = telling
  const before = player.bet?.doubts[report.status]
  if (before?.flagReason === reason) return { kind: 'bet', verdict: before, duplicate: true }
  const under = wasAccepted(player.bet)
    ? underPlacement(player, player.bet)
    : { programId: null, phase: null, balanceAfter: null }
  const answer = tellBet(telling, { type: 'BetFlagged', report, eventAt, reason, ...under })
  const sentence = flagSentences[reason]
  if (sentence && reason !== 'no_accepted_placement') openFlag(telling, report, reason, sentence)
  return answer
}

/** Opens a flag about the bet event of the command. Rules 4.13 */
export function openFlag(telling: Telling, report: BetEvent['report'], flagType: FoundByRules, sentence: string): void {
  const { externalBetId, status } = report
  telling.tell({
    type: 'FlagOpened',
    flagType,
    betEventId: telling.commandId,
    externalBetId,
    description: `${status} of bet ${externalBetId} ${sentence}`,
  })
}
