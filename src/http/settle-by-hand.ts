import type { Outcome, Request } from '../app/app.ts'
import { invalid } from '../contract/invalid-request.ts'
import { centsOf } from '../contract/money-wire.ts'
import { type RecordedBetEvent, renderBetEvent } from '../contract/render/bet-event.ts'
import { renderValidation } from '../contract/render/bet-result.ts'
import type { SettleRequest } from '../contract/schemas/settlement.ts'
import type { BetVerdict, PlacementReport } from '../core/bet/bet.ts'
import { settleByHand } from '../core/bet/settle-by-hand.ts'
import { type BetEvent, isBetEvent } from '../core/events.ts'
import { invariant } from '../core/invariant.ts'

/** The placement that a bet event is; undefined where it is none. */
export const placementIn = ({ report }: BetEvent): PlacementReport | undefined =>
  report.status === 'placed' ? (report as PlacementReport) : undefined

/** The command that a ruling stands for. Throws `InvalidRequest` where a lost bet shall return something. */
export function rulingOn(placement: PlacementReport, asked: SettleRequest, actor: string): Request {
  const { outcome, settlementAmount } = asked
  if (outcome === 'lost' && settlementAmount) return invalid('settlementAmount', 'must be 0 for a bet that is lost')
  const amount = settlementAmount === undefined ? null : centsOf(settlementAmount)
  return settleByHand(placement, { outcome, settlementAmount: amount, actor })
}

/** The verdict on the bet event of a command. */
export function verdictIn({ answer }: Outcome): BetVerdict {
  invariant(answer.kind === 'bet', 'what is settled or corrected by hand gets a verdict')
  return answer.verdict
}

/** The bet event that a command has stored; undefined where its like took effect before. */
export function storedIn(
  { events, now }: Outcome,
  { betEventId }: BetVerdict,
  userId: RecordedBetEvent['userId'],
): RecordedBetEvent | undefined {
  const event = events.find(({ id }) => id === betEventId)
  if (event === undefined) return undefined
  invariant(isBetEvent(event), 'the verdict is on a bet event')
  return { event, userId, recordedAt: now }
}

/** What became of a settlement or a correction by hand. */
export const showRuling = (stored: RecordedBetEvent, { reasons }: BetVerdict, duplicate: boolean) => ({
  status: 200 as const,
  body: { betEvent: renderBetEvent(stored), validationResult: renderValidation(reasons), duplicate },
})

/** The id that an item of a bulk names, as it was sent; null where it is no text. */
export const idSent = (settlement: unknown): string | null =>
  typeof settlement === 'object' &&
  settlement !== null &&
  'betEventId' in settlement &&
  typeof settlement.betEventId === 'string'
    ? settlement.betEventId
    : null
