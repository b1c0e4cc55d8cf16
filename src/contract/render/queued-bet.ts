import type { BetReport } from '../../core/bet/bet.ts'
import type { EventId } from '../../core/ids.ts'
import type { Instant } from '../../core/instant.ts'
import { textOf } from '../instant-wire.ts'
import { amountOf } from '../money-wire.ts'
import { numberOfOdds } from '../odds-wire.ts'
import type * as wire from '../schemas/user-data.ts'
import { orNull } from './or-null.ts'

/** A bet as it stands in the inbox. */
interface QueuedBet {
  readonly eventId: EventId
  readonly receivedAt: Instant
  readonly isFailed: boolean
  readonly request: unknown
}

/** What is kept of a bet that was not decided. What cannot be read of it, which may be why it never was, is null. */
export function renderQueuedBet({ eventId, receivedAt, isFailed, request }: QueuedBet): wire.QueuedBet {
  const report: Partial<BetReport> = (request as { report?: BetReport } | null)?.report ?? {}
  return {
    betEventId: eventId,
    externalBetId: report.externalBetId ?? null,
    status: report.status ?? null,
    stakeAmount: orNull(report.stake ?? null, amountOf),
    odds: orNull(report.odds ?? null, numberOfOdds),
    settlementAmount: orNull(report.settlementAmount ?? null, amountOf),
    betTypeIdentifier: report.betType ?? null,
    selectionsCount: report.selectionsCount ?? null,
    isCashOut: report.isCashOut ?? null,
    eventTimestamp: textOf(typeof report.eventAt === 'number' ? report.eventAt : receivedAt),
    receivedAt: textOf(receivedAt),
    isSetAside: isFailed,
  }
}
