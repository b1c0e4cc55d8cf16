import { euros } from './amounts.ts'
import { ok, refused, TEXT } from './answers.ts'
import { applyDue } from './due.ts'
import { endProgram } from './endings.ts'
import { announce, type Book, type Expected, nameFor, type Program, type Request, Undetermined } from './facts.ts'
import { activeProgram, awaitingChoice, move } from './programs.ts'

/** POST challenge/continue: the funded account opens with its balance and the held own stake (Rules 5.9, 8.1). */
export function continueChallenge(book: Book, request: Request, user: string): Expected {
  applyDue(book, user, request.now)
  const challenge = awaitingChoice(book, user)
  if (!challenge) return refused(request, 404, 'no_pending_choice')
  const { tier } = challenge
  const finalBalance = endProgram(book, challenge, 'completed', null, request.now)
  const funded: Program = {
    ...challenge,
    id: nameFor(book, 'funded'),
    kind: 'funded',
    rules: challenge.fundedRules,
    boughtAt: request.now,
    startedAt: request.now,
    expiresAt: Number.POSITIVE_INFINITY,
    starting: tier.fundedAccountBalance,
  }
  book.facts.push({ kind: 'program', program: funded })
  move(book, funded, 'house', 'available', funded.starting)
  announce(book, user, 'challenge.completed', { challengeId: challenge.id, finalBalance: euros(finalBalance) })
  announce(book, user, 'funded_account.activated', {
    fundedAccountId: funded.id,
    fundedAmount: euros(funded.starting),
    challengeId: challenge.id,
    profitSplitPercent: tier.profitSplitPercent,
    payoutCapPercent: tier.payoutCapPoints === null ? null : tier.payoutCapPoints / 100,
  })
  return ok(request, { fundedAccountId: funded.id, message: TEXT })
}

/** POST challenge/refund-stake: the own stake goes back, the bonus is void (Rules 5.10). */
export function refundStake(book: Book, request: Request, user: string): Expected {
  const hasKey = request.headers?.['x-idempotency-key'] !== undefined
  const confirmed = request.body?.confirm === true
  if (!hasKey && !confirmed) throw new Undetermined('neither key nor confirmation')
  if (!hasKey) return refused(request, 400, 'missing_idempotency_key')
  if (!confirmed) return refused(request, 400, 'confirmation_required')
  applyDue(book, user, request.now)
  const challenge = awaitingChoice(book, user)
  if (!challenge) return refused(request, 404, 'no_pending_choice')
  const ownStake = euros(challenge.tier.ownStake)
  const bonusAmount = euros(challenge.tier.bonusAmount)
  endProgram(book, challenge, 'refunded', null, request.now)
  announce(book, user, 'challenge.stake_refunded', { challengeId: challenge.id, ownStake })
  announce(book, user, 'challenge.bonus_voided', { challengeId: challenge.id, bonusAmount })
  return ok(request, { ownStake, bonusAmount, message: TEXT })
}

/** POST challenge/cancel, of an active challenge or one that awaits the choice (Rules 5.11). */
export function cancelChallenge(book: Book, request: Request, user: string): Expected {
  if (request.body?.confirm !== true) return refused(request, 400, 'confirmation_required')
  applyDue(book, user, request.now)
  const active = activeProgram(book, user)
  const challenge = active?.kind === 'challenge' ? active : awaitingChoice(book, user)
  if (!challenge) return refused(request, 404, 'not_found')
  const finalBalance = endProgram(book, challenge, 'cancelled', null, request.now)
  announce(book, user, 'challenge.cancelled', {
    challengeId: challenge.id,
    ownStakeForfeited: euros(challenge.tier.ownStake),
    bonusVoided: euros(challenge.tier.bonusAmount),
    finalBalance: euros(finalBalance),
  })
  return ok(request, { cancelled: true, message: TEXT })
}
