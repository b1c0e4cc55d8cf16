import { payoutOf } from './amounts.ts'
import { TEXT } from './answers.ts'
import { acceptedPlacement, appliedSettlement, betAnswer, eventsOf, keyHolder, openFlag, store } from './bet-events.ts'
import type { SentBet } from './bet-request.ts'
import { applyDue } from './due.ts'
import { checkPass, failChallenge } from './endings.ts'
import {
  type BetEvent,
  type Book,
  type Expected,
  type FlagReason,
  factsOf,
  type Program,
  type Request,
  Undetermined,
} from './facts.ts'
import { liftAfterVoid, lossOf, startCooldown } from './losses.ts'
import { executedPayouts, virtualBalance } from './payouts.ts'
import { balanceOf, drawdownReached, move, standing, statusOf } from './programs.ts'
import { revoke } from './revocation.ts'
import { dayOf } from './time.ts'

const CASH_OUT = 'cashout_not_allowed_during_challenge'

type Refusal = { flagReason: FlagReason; flag: boolean; takesKey?: boolean } | { cashOut: true }

export function programOf(book: Book, placement: BetEvent): Program {
  const fact = factsOf(book, 'program').find((found) => found.program.id === placement.program)
  if (!fact) throw new Error(`no program ${placement.program} for ${placement.externalBetId}`)
  return fact.program
}

/** Stake, odds or amount do not fit the placement (Rules 4.8). */
function mismatches(sent: SentBet, placement: BetEvent): boolean {
  const differs =
    (sent.stake !== null && sent.stake !== placement.stake) || (sent.odds !== null && sent.odds !== placement.odds)
  if (sent.status === 'voided') {
    if (differs || sent.returned !== null || sent.cashOut) throw new Undetermined('a void with amounts of its own')
    return false
  }
  const most = payoutOf(placement.stake ?? 0, placement.odds ?? 0)
  return differs || (sent.status === 'settled-won' && (sent.returned ?? 0) > most)
}

/** Why the settlement or void is not applied, in the contract's order of verdicts (Rules 4.14). */
function refusalOf(book: Book, sent: SentBet, placement: BetEvent): Refusal | undefined {
  const isVoid = sent.status === 'voided'
  const settled = appliedSettlement(book, sent.externalBetId)
  const voided = eventsOf(book, sent.externalBetId, 'voided').some((event) => event.takesKey)
  if (sent.user !== placement.user) return { flagReason: 'settlement_mismatch', flag: true }
  if (!isVoid && (settled || voided)) return { flagReason: 'conflicting_settlement', flag: true }
  const program = programOf(book, placement)
  if (statusOf(book, program) !== 'active' && !isVoid) return { flagReason: 'program_closed', flag: false }
  if (statusOf(book, program) !== 'active' && settled)
    return { flagReason: 'program_closed', flag: true, takesKey: true }
  if (mismatches(sent, placement)) return { flagReason: 'settlement_mismatch', flag: true }
  return sent.cashOut && program.kind === 'challenge' ? { cashOut: true } : undefined
}

/** The stored event when the same verdict was given before: then nothing is stored (Rules 4.12). */
function sameVerdict(book: Book, sent: SentBet, flagReason: FlagReason | null, codes: string[]): BetEvent | undefined {
  const stored = eventsOf(book, sent.externalBetId, sent.status).filter((event) => event.result !== 'accepted')
  const same = stored.filter((event) => event.flagReason === flagReason && event.codes.join() === codes.join())
  const found = same.at(-1)
  if (!found) return undefined
  if (found !== stored.at(-1)) throw new Undetermined('a verdict of before the last one comes again')
  if (found.user !== sent.user) throw new Undetermined('the same verdict for another user')
  return found
}

function refuse(book: Book, request: Request, sent: SentBet, refusal: Refusal, program: string | null): Expected {
  const flagReason = 'cashOut' in refusal ? null : refusal.flagReason
  const codes = 'cashOut' in refusal ? [CASH_OUT] : []
  const again = sameVerdict(book, sent, flagReason, codes)
  if (again) return betAnswer(request, again, true)
  const event = store(book, sent, request.now, {
    result: 'cashOut' in refusal ? 'rejected' : 'flagged',
    codes,
    flagReason,
    takesKey: !('cashOut' in refusal) && refusal.takesKey === true,
    program,
  })
  if ('cashOut' in refusal) openFlag(book, event, CASH_OUT)
  else if (refusal.flag) openFlag(book, event, refusal.flagReason)
  return betAnswer(request, event)
}

/** Won: the stake to the house, the return to the player; lost: the stake to the house (Rules 2.5, 2.6). */
function applySettlement(book: Book, request: Request, sent: SentBet, placement: BetEvent, program: Program): Expected {
  const { now } = request
  const stake = placement.stake ?? 0
  const returned = sent.status === 'settled-won' ? (sent.returned ?? 0) : 0
  move(book, program, 'reserved', 'house', stake)
  move(book, program, 'house', 'available', returned)
  const event = store(book, sent, now, {
    takesKey: true,
    applied: true,
    program: program.id,
    stake,
    returned,
    balanceAfter: balanceOf(book, program),
  })
  if (lossOf(event) > 0 && drawdownReached(book, program)) {
    if (dayOf(sent.at) !== dayOf(now)) throw new Undetermined('the day of an end by a settlement of another day')
    if (program.kind === 'funded') revoke(book, program, 'max_drawdown_exceeded', now)
    else failChallenge(book, program, 'max_drawdown_exceeded', now)
  }
  checkPass(book, program, now)
  if (statusOf(book, program) === 'active') startCooldown(book, program, event, now)
  return betAnswer(request, event)
}

/** A void that leaves less than the funded amount once something was paid out (Rules 4.13). */
export function flagAfterPayout(book: Book, program: Program, event: BetEvent): void {
  if (program.kind !== 'funded' || !event.applied || executedPayouts(book, program).length === 0) return
  if (virtualBalance(book, program) < program.starting) openFlag(book, event, 'void_after_payout')
}

/** A void takes back what the bet did so far: the stake, the win or the loss (Rules 2.7 to 2.9). */
function applyVoid(book: Book, request: Request, sent: SentBet, placement: BetEvent, program: Program): Expected {
  const { now } = request
  const stake = placement.stake ?? 0
  const settled = appliedSettlement(book, sent.externalBetId)
  const isRunning = statusOf(book, program) === 'active'
  const wasShort = standing(book, program, 'available') < 0
  if (isRunning && settled) {
    move(book, program, 'available', 'house', settled.returned ?? 0)
    move(book, program, 'house', 'available', stake)
  }
  if (isRunning && !settled) move(book, program, 'reserved', 'available', stake)
  const event = store(book, sent, now, {
    takesKey: true,
    applied: isRunning,
    program: program.id,
    balanceAfter: isRunning ? balanceOf(book, program) : null,
  })
  if (settled && standing(book, program, 'available') < 0) {
    if (wasShort) throw new Undetermined('a second void below zero')
    openFlag(book, event, 'negative_balance')
  }
  flagAfterPayout(book, program, event)
  checkPass(book, program, now)
  if (settled && statusOf(book, program) === 'active') liftAfterVoid(book, program, settled, now)
  return betAnswer(request, event)
}

/** A settlement or void, through the contract's order of verdicts (Rules 4.14). */
export function settle(book: Book, request: Request, sent: SentBet): Expected {
  applyDue(book, sent.user, request.now)
  const earlier = keyHolder(book, sent)
  if (earlier) return betAnswer(request, earlier, true)
  const placement = acceptedPlacement(book, sent.externalBetId)
  if (!placement && sent.status === 'voided') {
    // It leaves no trace in any later verdict; whether it is listed, and under one id or several, is not said.
    const answer = betAnswer(request, store(book, sent, request.now, { listed: 'perhaps' }))
    return { ...answer, body: { ...answer.body, betEventId: TEXT } }
  }
  if (!placement) return refuse(book, request, sent, { flagReason: 'no_accepted_placement', flag: false }, null)
  const refusal = refusalOf(book, sent, placement)
  if (refusal) return refuse(book, request, sent, refusal, placement.program)
  const program = programOf(book, placement)
  return sent.status === 'voided'
    ? applyVoid(book, request, sent, placement, program)
    : applySettlement(book, request, sent, placement, program)
}
