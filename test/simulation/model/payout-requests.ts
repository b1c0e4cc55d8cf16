import { cents, euros } from './amounts.ts'
import { invalid, ok, refused, TEXT } from './answers.ts'
import { openBets } from './bet-events.ts'
import { applyDue } from './due.ts'
import { endProgram } from './endings.ts'
import {
  announce,
  type Book,
  type Expected,
  factsOf,
  nameFor,
  type Payout,
  type Program,
  type Request,
} from './facts.ts'
import { payoutShape } from './payout-reading.ts'
import {
  type Amounts,
  atThreshold,
  capRemaining,
  executedPayouts,
  isArmed,
  isLastPayout,
  largestPayout,
  payoutReasons,
  payoutsOf,
  pendingPayout,
  shareOf,
  stakeLeft,
} from './payouts.ts'
import { activeProgram, balanceOf, endOf, move, programsOf } from './programs.ts'
import { rejectPending } from './revocation.ts'

export const activeAccount = (book: Book, user: string): Program | undefined => {
  const active = activeProgram(book, user)
  return active?.kind === 'funded' ? active : undefined
}

/** Holds the gross amount; where the operator reviews nothing, it is paid at once (Rules 10.3). */
function ask(book: Book, program: Program, amounts: Amounts, mandatory: boolean, now: number): string {
  const payout: Payout = {
    id: nameFor(book, 'payout'),
    program: program.id,
    user: program.user,
    status: 'pending',
    number: executedPayouts(book, program).length + 1,
    ...amounts,
    ownStakeReturned: stakeLeft(book, program),
    mandatory,
    accountClosed: false,
    balanceAfter: null,
    requestedAt: now,
    decidedAt: null,
    decidedBy: null,
    reason: null,
  }
  move(book, program, 'available', 'held', payout.gross)
  book.facts.push({ kind: 'payout asked', payout })
  if (book.payoutReview === 'automatic') execute(book, program, payout, 'system', now)
  return payout.id
}

/** Share and own stake to the player, the rest to the house; the last one closes the account (Rules 10.8, 10.11). */
function execute(book: Book, program: Program, payout: Payout, decidedBy: string, now: number): void {
  const isLast = isLastPayout(book, program)
  const fillsCap = capRemaining(book, program) === payout.share
  const balanceAfter = balanceOf(book, program) - payout.gross
  const accountClosed = isLast || fillsCap
  move(book, program, 'held', 'player', payout.share)
  move(book, program, 'held', 'house', payout.gross - payout.share)
  move(book, program, 'stake_held', 'player', payout.ownStakeReturned)
  const decision = { status: 'executed', decidedAt: now, decidedBy, balanceAfter, accountClosed } as const
  book.facts.push({ kind: 'payout decided', payout: payout.id, decision })
  announce(book, program.user, 'funded_account.payout', {
    fundedAccountId: program.id,
    payoutId: payout.id,
    payoutNumber: payout.number,
    grossAmount: euros(payout.gross),
    userShare: euros(payout.share),
    ownStakeReturned: euros(payout.ownStakeReturned),
    balanceAfter: euros(balanceAfter),
    accountClosed,
  })
  if (accountClosed) endProgram(book, program, 'closed', isLast ? 'max_payouts_reached' : 'payout_cap_reached', now)
}

/** Looked at after each bet event and each decision, whenever nothing is pending (Rules 10.12). */
export function checkMandatory(book: Book, user: string, now: number): void {
  const program = activeAccount(book, user)
  if (!program || pendingPayout(book, program)) return
  const reached = atThreshold(book, program)
  const armed = isArmed(book, program)
  if (reached === false && !armed) book.facts.push({ kind: 'threshold', program: program.id, armed: true })
  if (!reached || !armed) return
  const amounts = largestPayout(book, program)
  if (amounts.share === 0 || (isLastPayout(book, program) && openBets(book, program.id).length > 0)) return
  book.facts.push({ kind: 'threshold', program: program.id, armed: false })
  ask(book, program, amounts, true, now)
  if (book.payoutReview === 'automatic') checkMandatory(book, user, now)
}

/** The latest program is one that the deadline of the first payout has ended, and nobody was told so yet (Rules 10.13). */
function untoldDeadline(book: Book, user: string): Program | undefined {
  const latest = programsOf(book, user).at(-1)
  if (!latest || endOf(book, latest)?.reason !== 'first_payout_deadline') return undefined
  return factsOf(book, 'deadline told').some((fact) => fact.program === latest.id) ? undefined : latest
}

/** What is asked for: the last payout is raised to the whole profit, and more than that stays what it is (Rules 10.7). */
function amountsAsked(book: Book, program: Program, gross: number): Amounts {
  const largest = largestPayout(book, program)
  if (isLastPayout(book, program) && gross <= largest.gross) return largest
  return { gross, share: shareOf(program, gross) }
}

/** POST withdraw (Rules 10.3, 10.4). */
export function withdraw(book: Book, request: Request, user: string): Expected {
  if (request.headers?.['x-idempotency-key'] === undefined) return refused(request, 400, 'missing_idempotency_key')
  const amount = request.body?.grossAmount
  const isFine = typeof amount === 'number' && amount >= 0 && Math.abs(amount * 100 - cents(amount)) <= 1e-4
  const isNothing = typeof amount === 'number' && amount >= 0 && cents(amount) === 0
  if (!isFine && !isNothing) return invalid(request)
  applyDue(book, user, request.now)
  const program = activeAccount(book, user)
  if (!program) {
    const missed = untoldDeadline(book, user)
    if (!missed) return refused(request, 404, 'not_found')
    book.facts.push({ kind: 'deadline told', program: missed.id })
    return refused(request, 400, 'first_payout_deadline', { reasons: ['first_payout_deadline'] })
  }
  const asked = amountsAsked(book, program, cents(amount as number))
  const found = payoutReasons(book, program, asked, request.now)
  const reasons = asked.gross === 0 ? withInvalid(found) : found
  const [error] = reasons
  if (error !== undefined) return refused(request, 400, error, { reasons })
  const id = ask(book, program, asked, false, request.now)
  const answer = shapeOf(book, program, id)
  if (book.payoutReview === 'automatic') checkMandatory(book, user, request.now)
  return ok(request, { payout: answer, message: TEXT }, answer.status === 'executed' ? 200 : 202)
}

/** An amount of nothing is invalid, whatever else is wrong; the reason has its place in the order (Rules 10.4). */
function withInvalid(reasons: string[]): string[] {
  const later = reasons.indexOf('below_min_payout')
  return later === -1 ? [...reasons, 'invalid_amount'] : reasons.toSpliced(later, 0, 'invalid_amount')
}

const shapeOf = (book: Book, program: Program, id: string) => {
  const payout = payoutsOf(book, program).find((one) => one.id === id)
  if (!payout) throw new Error(`no payout ${id}`)
  return payoutShape(program, payout)
}

function payoutById(book: Book, id: string): { program: Program; payout: Payout } | undefined {
  for (const { program } of factsOf(book, 'program'))
    for (const payout of payoutsOf(book, program)) if (payout.id === id) return { program, payout }
  return undefined
}

/** A payout that is decided stays so: whoever decides it again is shown it (Rules 10.9, 10.10). */
function decidePayout(book: Book, request: Request, id: string, decide: (found: Program, one: Payout) => Expected) {
  const known = payoutById(book, id)
  if (!known) return refused(request, 404, 'not_found')
  applyDue(book, known.program.user, request.now)
  const pending = pendingPayout(book, known.program)
  if (pending?.id !== id) return ok(request, { payout: shapeOf(book, known.program, id) })
  const answer = decide(known.program, pending)
  if (answer.status < 400) checkMandatory(book, known.program.user, request.now)
  return answer
}

/** POST admin/payouts/:id/confirm (Rules 10.9). */
export function confirmPayout(book: Book, request: Request, id: string): Expected {
  return decidePayout(book, request, id, (program, payout) => {
    const { now } = request
    const isLast = isLastPayout(book, program)
    const most = largestPayout(book, program)
    if (isLast && openBets(book, program.id).length > 0) return refused(request, 409, 'open_bets')
    const stands = isLast ? payout.gross === most.gross && payout.share === most.share : payout.gross <= most.gross
    if (stands) execute(book, program, payout, 'operator', now)
    else if (most.share === 0) rejectPending(book, program, 'system', now)
    else {
      move(book, program, 'available', 'held', most.gross - payout.gross)
      book.facts.push({ kind: 'payout resized', payout: id, ...most })
      return refused(request, 409, 'payout_amount_changed')
    }
    return ok(request, { payout: shapeOf(book, program, id) })
  })
}

/** POST admin/payouts/:id/reject (Rules 10.10). */
export function rejectPayout(book: Book, request: Request, id: string): Expected {
  const reason = request.body?.reason
  return decidePayout(book, request, id, (program) => {
    rejectPending(book, program, 'operator', request.now, typeof reason === 'string' ? reason : null)
    return ok(request, { payout: shapeOf(book, program, id) })
  })
}

/** POST funded/refund-stake (Rules 10.15). */
export function refundFundedStake(book: Book, request: Request, user: string): Expected {
  if (request.headers?.['x-idempotency-key'] === undefined) return refused(request, 400, 'missing_idempotency_key')
  if (request.body?.confirm !== true) return refused(request, 400, 'confirmation_required')
  applyDue(book, user, request.now)
  const program = activeAccount(book, user)
  if (!program) return refused(request, 404, 'not_found')
  if (!program.tier.stakeRefundable || stakeLeft(book, program) === 0)
    return refused(request, 409, 'stake_not_refundable')
  if (pendingPayout(book, program)) return refused(request, 400, 'payout_pending')
  if (openBets(book, program.id).length > 0) return refused(request, 409, 'open_bets')
  const profitForfeited = euros(Math.max(0, balanceOf(book, program) - program.starting))
  const ownStake = euros(program.tier.ownStake)
  const bonusAmount = euros(program.tier.bonusAmount)
  endProgram(book, program, 'refunded', 'stake_refunded', request.now)
  announce(book, user, 'funded_account.stake_refunded', { fundedAccountId: program.id, ownStake })
  announce(book, user, 'funded_account.bonus_voided', { fundedAccountId: program.id, bonusAmount })
  return ok(request, { ownStake, bonusAmount, profitForfeited, message: TEXT })
}
