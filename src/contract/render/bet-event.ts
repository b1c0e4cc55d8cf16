import { verdictOf } from '../../core/bet/verdict.ts'
import type { BetEvent } from '../../core/events.ts'
import type { UserId } from '../../core/ids.ts'
import type { Instant } from '../../core/instant.ts'
import { type Cents, subtract } from '../../core/money.ts'
import { textOf } from '../instant-wire.ts'
import { amountOf } from '../money-wire.ts'
import { numberOfOdds } from '../odds-wire.ts'
import type * as wire from '../schemas/bet-event.ts'
import { orNull } from './or-null.ts'
import { programType } from './program.ts'

/** A bet event with what the store knows about it. */
export interface RecordedBetEvent {
  readonly event: BetEvent
  readonly userId: UserId
  readonly recordedAt: Instant
}

/** A bet event as it is stored. */
export function renderBetEvent({ event, userId, recordedAt }: RecordedBetEvent): wire.StoredBetEvent {
  const { report } = event
  const { result, reasons, flagReason } = verdictOf(event)
  return {
    id: event.id,
    externalBetId: report.externalBetId,
    userId,
    status: report.status,
    resultStatus: result,
    reasonCodes: reasons.map(({ code }) => code),
    flagReason,
    stakeAmount: orNull(stakeOf(event), amountOf),
    odds: orNull(report.odds, numberOfOdds),
    settlementAmount: orNull(report.settlementAmount, amountOf),
    profit: orNull(profitOf(event), amountOf),
    betTypeIdentifier: report.betType,
    selectionsCount: report.selectionsCount,
    isCashOut: report.isCashOut,
    programType: orNull(event.phase, programType),
    programId: event.programId,
    balanceAfter: orNull(event.balanceAfter, amountOf),
    eventTimestamp: textOf(event.eventAt),
    recordedAt: textOf(recordedAt),
    actor: report.actor ?? null,
    correctionNote: event.type === 'BetCorrected' ? event.note : null,
  }
}

/** The stake as it was sent, else that of the placement. */
const stakeOf = (event: BetEvent): Cents | null =>
  event.report.stake ??
  (event.type === 'BetSettled' || event.type === 'BetVoided' || event.type === 'BetCorrected' ? event.stake : null)

/** What a settlement that counted brought the player, or a correction has made of it: the stake is taken off. */
const profitOf = (event: BetEvent): Cents | null =>
  event.type === 'BetSettled' || (event.type === 'BetCorrected' && event.outcome !== 'voided')
    ? subtract(event.returned, event.stake)
    : null
