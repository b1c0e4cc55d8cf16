import { euros, isWholeCents, percentDown } from './amounts.ts'
import { ok, refused, TEXT, Unordered } from './answers.ts'
import { openBets } from './bet-events.ts'
import { applyDue, inactiveFrom } from './due.ts'
import { type Book, type Expected, factsOf, type Payout, type Program, type Request } from './facts.ts'
import {
  capRemaining,
  executedPayouts,
  grossProfit,
  isLastPayout,
  largestPayout,
  nextPayoutAt,
  payoutReasons,
  payoutsOf,
  pendingPayout,
  stakeLeft,
  totalWithdrawn,
} from './payouts.ts'
import { activeProgram, endOf, programsOf, standing } from './programs.ts'
import { DAY, iso } from './time.ts'

const orNull = <Value, Shown>(value: Value | null, show: (value: Value) => Shown): Shown | null =>
  value === null ? null : show(value)

/** A payout in the contract's words; how an operator is named is left to the service (Rules 10.1). */
export const payoutShape = (program: Program, payout: Payout) => ({
  id: payout.id,
  fundedAccountId: program.id,
  userId: payout.user,
  status: payout.status,
  number: payout.number,
  grossAmount: euros(payout.gross),
  userShare: euros(payout.share),
  operatorShare: euros(payout.gross - payout.share),
  profitSplitPercent: program.tier.profitSplitPercent,
  // Of one that was rejected nothing was returned or paid, yet it may still say what was asked for.
  ...(payout.status !== 'rejected' && {
    ownStakeReturned: euros(payout.ownStakeReturned),
    totalPaid: euros(payout.share + payout.ownStakeReturned),
  }),
  accountClosed: payout.accountClosed,
  balanceAfter: orNull(payout.balanceAfter, euros),
  currency: 'EUR',
  mandatory: payout.mandatory,
  requestedAt: iso(payout.requestedAt),
  decidedAt: orNull(payout.decidedAt, iso),
  decidedBy: payout.decidedBy === 'operator' ? TEXT : payout.decidedBy,
  ...(payout.decidedBy !== 'system' && { reason: payout.reason }),
})

/** When the first payout must have been asked for; shown until one is executed (Rules 10.13). */
const deadlineShown = (book: Book, program: Program): string | null => {
  const days = program.tier.fundedFirstPayoutDays
  return days === null || executedPayouts(book, program).length > 0 ? null : iso(program.startedAt + days * DAY)
}

/** The payout state (Rules 10.2 to 10.7). */
function stateShape(book: Book, program: Program, now: number) {
  const { tier } = program
  const largest = largestPayout(book, program)
  const reasons = payoutReasons(book, program, largest, now)
  const can = reasons.length === 0
  const count = executedPayouts(book, program).length
  const gapEnds = nextPayoutAt(book, program)
  const pending = pendingPayout(book, program)
  const threshold = tier.mandatoryPoints
  return {
    canRequest: can,
    reasons,
    withdrawableNow: can ? euros(largest.share) : 0,
    withdrawableGross: can ? euros(largest.gross) : 0,
    currency: 'EUR',
    grossProfit: euros(grossProfit(book, program)),
    profitSplitPercent: tier.profitSplitPercent,
    payoutCount: count,
    maxPayouts: tier.maxPayouts,
    payoutsRemaining: orNull(tier.maxPayouts, (most) => most - count),
    totalWithdrawn: euros(totalWithdrawn(book, program)),
    totalPayoutCap: orNull(tier.totalPayoutCap, euros),
    capRemaining: orNull(capRemaining(book, program), euros),
    perPayoutCap: orNull(tier.perPayoutCap, euros),
    payoutIntervalDays: tier.payoutIntervalDays,
    // What is shown of a gap that is over is not said.
    ...((gapEnds === null || now < gapEnds) && { nextPayoutAt: orNull(gapEnds, iso) }),
    firstPayoutDeadlineAt: deadlineShown(book, program),
    firstPayoutRequested: payoutsOf(book, program).length > 0,
    openStake: euros(standing(book, program, 'reserved')),
    openBets: openBets(book, program.id).length,
    isLastPayout: isLastPayout(book, program),
    ownStakeReturnable: euros(stakeLeft(book, program)),
    ...(threshold === null && { mandatoryPayoutThreshold: null }),
    ...(threshold !== null &&
      isWholeCents(threshold, program.starting) && {
        mandatoryPayoutThreshold: euros(percentDown(threshold, program.starting)),
      }),
    pendingPayout: pending ? payoutShape(program, pending) : null,
    blockers: reasons.map((code) => ({
      code,
      ...(code === 'payout_interval' && { unblocksAt: orNull(gapEnds, iso) }),
    })),
  }
}

/** What the progress of a funded account says of its payouts (interface 2.3). */
export function payoutProgress(book: Book, program: Program, now: number) {
  const { tier } = program
  const payout = stateShape(book, program, now)
  return {
    refundableOwnStake: payout.ownStakeReturnable,
    stakeRefundable: tier.stakeRefundable,
    withdrawableProfit: payout.withdrawableNow,
    isWithdrawable: payout.canRequest,
    payoutCapPercent: orNull(tier.payoutCapPoints, (points) => points / 100),
    totalPayoutCap: payout.totalPayoutCap,
    maxPayouts: tier.maxPayouts,
    payoutCount: payout.payoutCount,
    totalWithdrawn: payout.totalWithdrawn,
    firstPayoutDeadlineAt: payout.firstPayoutDeadlineAt,
    inactivityDeadlineAt: orNull(inactiveFrom(book, program) ?? null, iso),
    payout,
  }
}

/** GET withdrawable */
export function withdrawable(book: Book, request: Request, user: string): Expected {
  applyDue(book, user, request.now)
  const program = activeProgram(book, user)
  if (program?.kind !== 'funded') return refused(request, 404, 'not_found')
  return ok(request, stateShape(book, program, request.now))
}

/** Ended funded accounts as the history shows them, newest first. */
export const pastAccounts = (book: Book, user: string) =>
  programsOf(book, user)
    .filter((program) => program.kind === 'funded')
    .reverse()
    .map((program) => {
      const end = endOf(book, program)
      const payouts = payoutsOf(book, program).map((payout) => payoutShape(program, payout))
      return {
        id: program.id,
        userId: user,
        status: end?.status,
        endReason: end?.reason,
        endedAt: iso(end?.at ?? 0),
        finalBalance: euros(end?.finalBalance ?? 0),
        payouts: new Unordered('id', payouts),
      }
    })

/** GET admin/payouts, with and without a status: every payout of the tenant. */
export function listPayouts(book: Book, request: Request): Expected {
  const status = /[?&]status=(\w+)/.exec(request.path)?.[1]
  for (const user of new Set(factsOf(book, 'program').map((fact) => fact.program.user)))
    applyDue(book, user, request.now)
  const payouts = factsOf(book, 'program')
    .flatMap(({ program }) => payoutsOf(book, program).map((payout) => payoutShape(program, payout)))
    .filter((payout) => status === undefined || payout.status === status)
  return ok(request, { payouts: new Unordered('id', payouts), nextCursor: null })
}
