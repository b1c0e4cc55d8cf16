import { payoutOf } from './amounts.ts'
import { invalid, ok, refused } from './answers.ts'
import { appliedSettlement, eventsOf, lastOutcome, openFlag, store, validationResult } from './bet-events.ts'
import { applyDue } from './due.ts'
import { checkPass, failChallenge } from './endings.ts'
import { type BetEvent, type Book, betEvents, type Expected, type Request, Undetermined } from './facts.ts'
import { liftAfterVoid, lossOf, startCooldown } from './losses.ts'
import { balanceOf, drawdownReached, move, standing, statusOf } from './programs.ts'
import { revoke } from './revocation.ts'
import { flagAfterPayout, programOf, settle } from './settlement.ts'
import { dayOf } from './time.ts'

const STATUS = { won: 'settled-won', lost: 'settled-lost', voided: 'voided' } as const

const placementOf = (book: Book, id: string): BetEvent | undefined =>
  betEvents(book).find((event) => event.id === id && event.status === 'placed')

/** What the operator lays down of a bet, as an event of now. */
function ruled(placement: BetEvent, request: Request) {
  const { outcome, settlementAmount } = request.body ?? {}
  const full = payoutOf(placement.stake ?? 0, placement.odds ?? 0)
  const amount = typeof settlementAmount === 'number' ? Math.round(settlementAmount * 100) : full
  return {
    user: placement.user,
    externalBetId: placement.externalBetId,
    status: STATUS[outcome as keyof typeof STATUS],
    stake: null,
    odds: null,
    returned: outcome === 'won' ? amount : null,
    cashOut: false,
    at: request.now,
  }
}

/** The answer to a ruling; what the stored event says beyond its verdict is compared where bet events are listed. */
const ruling = (request: Request, id: unknown, { resultStatus, flagReason, duplicate }: Record<string, unknown>) =>
  ok(request, { betEvent: { id, resultStatus, flagReason }, duplicate, validationResult: validationResult([]) })

/** POST /v1/admin/bet-events/:id/settle: a settlement of now like one of the feed (Rules 4.16). */
export function settleByHand(book: Book, request: Request, id: string): Expected {
  const placement = placementOf(book, id)
  if (!placement) return refused(request, 404, 'not_found')
  const sent = ruled(placement, request)
  const { body } = settle(book, request, sent as Parameters<typeof settle>[2])
  const { betEventId, status: resultStatus, flagReason, duplicate } = body as Record<string, unknown>
  return ruling(request, betEventId, { resultStatus, flagReason, duplicate })
}

/** POST /v1/admin/bet-events/:id/correct (Rules 4.17). */
export function correct(book: Book, request: Request, id: string): Expected {
  const placement = placementOf(book, id)
  if (!placement) return refused(request, 404, 'not_found')
  if (typeof request.body?.note !== 'string') return invalid(request)
  applyDue(book, placement.user, request.now)
  const { externalBetId } = placement
  const isVoid = eventsOf(book, externalBetId, 'voided').some((event) => event.takesKey)
  if (placement.result !== 'accepted' || !(isVoid || appliedSettlement(book, externalBetId)))
    return refused(request, 409, 'bet_not_settled')
  const program = programOf(book, placement)
  if (statusOf(book, program) !== 'active') return refused(request, 409, 'program_closed')
  const sent = ruled(placement, request)
  if ((sent.returned ?? 0) > payoutOf(placement.stake ?? 0, placement.odds ?? 0))
    throw new Undetermined('a correction to more than the bet can pay')
  const before = lastOutcome(book, externalBetId)
  if (!before) throw new Error(`${externalBetId} is settled by nothing`)
  return apply(book, request, placement, before, sent as Parameters<typeof settle>[2])
}

function apply(
  book: Book,
  request: Request,
  placement: BetEvent,
  before: BetEvent,
  sent: Parameters<typeof settle>[2],
): Expected {
  const { now } = request
  const program = programOf(book, placement)
  const stake = placement.stake ?? 0
  const wasShort = standing(book, program, 'available') < 0
  const balance = balanceOf(book, program)
  if (before.status !== 'voided') {
    move(book, program, 'available', 'house', before.returned ?? 0)
    move(book, program, 'house', 'available', stake)
  }
  const isVoid = sent.status === 'voided'
  const returned = sent.status === 'settled-won' ? (sent.returned ?? 0) : 0
  if (!isVoid) {
    move(book, program, 'available', 'reserved', stake)
    move(book, program, 'reserved', 'house', stake)
    move(book, program, 'house', 'available', returned)
  }
  const lossBefore = before.status === 'voided' ? 0 : lossOf(before)
  const event = store(book, sent, now, {
    corrects: true,
    applied: true,
    program: program.id,
    lossAt: firstOutcome(book, placement.externalBetId),
    balanceAfter: balanceOf(book, program),
    ...(!isVoid && { stake, returned }),
  })
  if (lossBefore > lossOf(event)) liftAfterVoid(book, program, { ...before, applied: true }, now)
  if (balanceOf(book, program) < balance) {
    if (standing(book, program, 'available') < 0) {
      if (wasShort) throw new Undetermined('a second one below zero')
      openFlag(book, event, 'negative_balance')
    }
    flagAfterPayout(book, program, event)
  }
  if (lossOf(event) > 0 && drawdownReached(book, program)) {
    if (dayOf(event.lossAt ?? now) !== dayOf(now)) throw new Undetermined('an end by a loss of another day')
    if (program.kind === 'funded') revoke(book, program, 'max_drawdown_exceeded', now)
    else failChallenge(book, program, 'max_drawdown_exceeded', now)
  }
  checkPass(book, program, now)
  if (statusOf(book, program) === 'active') startCooldown(book, program, event, now)
  return ruling(request, event.id, { resultStatus: 'accepted', flagReason: null, duplicate: false })
}

/** When the bet was first settled or voided: its loss belongs to that day, whatever it is corrected to. */
const firstOutcome = (book: Book, externalBetId: string): number | undefined =>
  eventsOf(book, externalBetId).find((event) => event.applied && event.status !== 'placed')?.at
