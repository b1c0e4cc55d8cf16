import type { Outcome, Request } from '../app/running.ts'
import { invalid } from '../contract/invalid-request.ts'
import { AMOUNT_MAX, centsOf } from '../contract/money-wire.ts'
import type { operations } from '../contract/operations/index.ts'
import { type RecordedBetEvent, renderBetEvent } from '../contract/render/bet-event.ts'
import { renderValidation } from '../contract/render/bet-result.ts'
import type { CorrectRequest, SettleRequest } from '../contract/schemas/settlement.ts'
import type { BetReport, BetVerdict, PlacementReport } from '../core/bet/bet.ts'
import { correctionOf } from '../core/bet/correct-bet.ts'
import { settleByHand } from '../core/bet/settle-by-hand.ts'
import { type BetEvent, isBetEvent, isPlacement } from '../core/events.ts'
import type { EventId } from '../core/ids.ts'
import { invariant } from '../core/invariant.ts'
import { CENTS_MAX, type Cents, ZERO } from '../core/money.ts'
import { actorOf } from './actor-of.ts'
import { problem, refused } from './problem.ts'
import type { Asked } from './route.ts'

/** The placement that a bet event is; undefined where it is none. */
export const placementIn = (event: BetEvent): PlacementReport | undefined =>
  isPlacement(event) ? event.report : undefined

/** The command that a ruling stands for. Throws `InvalidRequest` where a lost bet shall return something. */
export function rulingOn(placement: PlacementReport, asked: SettleRequest, actor: string): Request {
  return sayable(settleByHand(placement, { outcome: asked.outcome, settlementAmount: amountIn(asked), actor }))
}

/** The command that a correction stands for. Throws `InvalidRequest` where a bet that is not won shall return something. */
export function correctionOn(placement: PlacementReport, asked: CorrectRequest, actor: string): Request {
  const { outcome, note } = asked
  return sayable(correctionOf(placement, { outcome, note, settlementAmount: amountIn(asked), actor }))
}

/** Stake x odds may come to more than any amount of the wire: how much such a bet returns has to be said. Rules 1.1 */
function sayable<Ruling extends { readonly report: Pick<BetReport, 'settlementAmount'> }>(ruling: Ruling): Ruling {
  if ((ruling.report.settlementAmount ?? ZERO) <= CENTS_MAX) return ruling
  return invalid('settlementAmount', `is required: stake x odds is more than ${AMOUNT_MAX}`)
}

/** What a bet returns that was won; null is stake x odds. */
function amountIn({ outcome, settlementAmount }: SettleRequest | CorrectRequest): Cents | null {
  if (outcome !== 'won' && settlementAmount)
    return invalid('settlementAmount', `must be 0 for a bet that is ${outcome}`)
  return settlementAmount === undefined ? null : centsOf(settlementAmount)
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

type Ruling = Pick<
  Asked<typeof operations.settleBetEvent | typeof operations.correctBetEvent>,
  'app' | 'tenant' | 'caller' | 'params' | 'run'
>

/**
 * Runs what a person at the operator asks about the bet of a placement, and shows the bet event that came of it. That of a
 * user who has begun anew or was erased since is out of sight, as is what it was a duplicate of.
 */
export async function ruleOnBet(
  { app, tenant, caller, params, run }: Ruling,
  commandOn: (placement: PlacementReport, actor: string) => Request,
) {
  const id = params.id as EventId
  await app.decideQueued(tenant, [id])
  const found = await app.betRecord(tenant.id, id)
  const placement = found && placementIn(found.event)
  if (!found || !placement) return problem('not_found')
  let before: BetVerdict | undefined
  const answered = await run(found.userId, commandOn(placement, actorOf(caller)), (outcome) => {
    if (outcome.answer.kind === 'refused') return refused(outcome.answer)
    const verdict = verdictIn(outcome)
    const stored = storedIn(outcome, verdict, found.userId)
    before = verdict
    return stored && showRuling(stored, verdict, false)
  })
  if (answered !== undefined) return answered
  invariant(before, 'what is no duplicate is answered')
  const stored = await app.betRecord(tenant.id, before.betEventId)
  return stored ? showRuling(stored, before, true) : problem('not_found')
}

const showRuling = (stored: RecordedBetEvent, { reasons }: BetVerdict, duplicate: boolean) => ({
  status: 200 as const,
  body: { betEvent: renderBetEvent(stored), validationResult: renderValidation(reasons), duplicate },
})
