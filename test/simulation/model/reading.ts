import { basisPoints, euros, isWholeCents, percentDown } from './amounts.ts'
import { ok, refused, TEXT, Unordered } from './answers.ts'
import { applyDue } from './due.ts'
import {
  type BetEvent,
  type Book,
  betEvents,
  type Expected,
  type Program,
  type Request,
  Undetermined,
} from './facts.ts'
import { stakeBase } from './limits.ts'
import { activeCooldown, sessionLoss } from './losses.ts'
import { pastAccounts, payoutProgress } from './payout-reading.ts'
import { activeProgram, awaitingChoice, balanceOf, countersOf, endOf, programsOf, standing } from './programs.ts'
import { challengeFields } from './purchase.ts'
import { dayOf, iso } from './time.ts'

function challengeShape(book: Book, program: Program, now: number): Record<string, unknown> {
  const daysElapsed = Math.max(0, dayOf(now) - dayOf(program.startedAt))
  const cooldown = activeCooldown(book, program)
  return {
    type: 'challenge',
    challengeId: program.id,
    status: 'active',
    currency: 'EUR',
    currentBalance: euros(balanceOf(book, program)),
    targetBalance: euros(program.tier.targetBalance),
    startingBalance: euros(program.starting),
    reserved: euros(standing(book, program, 'reserved')),
    daysElapsed,
    daysRemaining: Math.max(0, program.tier.durationDays - daysElapsed),
    ...countersOf(book, program),
    minBetsRequired: program.tier.minBetsRequired,
    minActiveDays: program.tier.minActiveDays,
    cooldownUntil: cooldown ? iso(cooldown.until) : null,
  }
}

const passedShape = (book: Book, program: Program): Record<string, unknown> => ({
  type: 'challenge_passed',
  challengeId: program.id,
  status: 'passed_pending_choice',
  currency: 'EUR',
  programBalance: euros(balanceOf(book, program)),
  targetBalance: euros(program.tier.targetBalance),
  ownStake: euros(program.tier.ownStake),
  bonusAmount: euros(program.tier.bonusAmount),
  refundableOwnStake: euros(program.tier.ownStake),
  choices: ['continue', 'refund'],
})

function fundedShape(book: Book, program: Program, now: number): Record<string, unknown> {
  const balance = balanceOf(book, program)
  const rawProfit = Math.max(0, balance - program.starting)
  const { tier } = program
  return {
    type: 'funded_account',
    fundedAccountId: program.id,
    status: 'active',
    currency: 'EUR',
    currentBalance: euros(balance),
    fundedAmount: euros(program.starting),
    ownStake: euros(tier.ownStake),
    nonWithdrawableBonus: euros(tier.bonusAmount),
    rawProfit: euros(rawProfit),
    earnedProfit: euros(percentDown(basisPoints(tier.profitSplitPercent), rawProfit)),
    profitSplitPercent: tier.profitSplitPercent,
    reserved: euros(standing(book, program, 'reserved')),
    openStake: euros(standing(book, program, 'reserved')),
    ...payoutProgress(book, program, now),
  }
}

/** GET /v1/users/:userId/progress in its four shapes. */
export function progress(book: Book, request: Request, user: string): Expected {
  applyDue(book, user, request.now)
  const active = activeProgram(book, user)
  const passed = awaitingChoice(book, user)
  if (active?.kind === 'funded') return ok(request, fundedShape(book, active, request.now))
  if (active) return ok(request, challengeShape(book, active, request.now))
  if (passed) return ok(request, passedShape(book, passed))
  return ok(request, { type: 'none', message: TEXT })
}

/** The highest balance that the challenge had after any of its bet events. */
const peakOf = (book: Book, program: Program): number =>
  Math.max(
    program.starting,
    ...betEvents(book)
      .filter((event) => event.program === program.id)
      .map((event) => event.balanceAfter ?? 0),
  )

/** GET /v1/users/:userId/history: ended challenges, newest first. */
export function history(book: Book, request: Request, user: string): Expected {
  applyDue(book, user, request.now)
  if (activeProgram(book, user) || awaitingChoice(book, user))
    throw new Undetermined('whether a running program shows in the history')
  const challenges = programsOf(book, user)
    .filter((program) => program.kind === 'challenge')
    .reverse()
    .map((program) => {
      const end = endOf(book, program)
      const failureReason = end?.status === 'failed' ? end.reason : null
      return {
        id: program.id,
        userId: user,
        challengeTierId: program.tier.id,
        status: end?.status,
        ...challengeFields(program),
        durationDays: program.tier.durationDays,
        rulesetId: program.rules.id,
        activeDays: countersOf(book, program).activeDays,
        peakBalance: euros(peakOf(book, program)),
        failureReason,
        endedAt: iso(end?.at ?? 0),
        finalBalance: euros(end?.finalBalance ?? 0),
      }
    })
  return ok(request, { challenges, fundedAccounts: pastAccounts(book, user), nextCursor: null })
}

/** What is left below a loss limit; nothing is predicted where showing it would need a rounding. */
function remaining(points: number | null, starting: number, lost: number): Record<string, number | null> | undefined {
  if (points === null) return { value: null }
  if (!isWholeCents(points, starting)) return undefined
  return { value: euros(Math.max(0, percentDown(points, starting) - lost)) }
}

/** GET /v1/users/:userId/ruleset with what the limits come to now. */
export function ruleset(book: Book, request: Request, user: string): Expected {
  applyDue(book, user, request.now)
  if (awaitingChoice(book, user)) throw new Undetermined('the ruleset while a choice is pending')
  const program = activeProgram(book, user)
  if (!program) return refused(request, 404, 'not_found')
  const { rules } = program
  const available = standing(book, program, 'available')
  if (available < 0) throw new Undetermined('the largest stake below zero')
  const share =
    rules.maxStakePercent === null ? available : percentDown(rules.maxStakePercent, stakeBase(book, program))
  const daily = remaining(rules.dailyDrawdownPercent, program.starting, sessionLoss(book, program, request.now))
  const total = remaining(rules.totalDrawdownPercent, program.starting, program.starting - balanceOf(book, program))
  return ok(request, {
    programType: program.kind === 'challenge' ? 'challenge' : TEXT,
    programId: program.id,
    ruleset: { ...rules.wire, id: rules.id, version: rules.version },
    limitsNow: {
      maxStake: euros(Math.min(share, available)),
      minOdds: rules.wire.minOdds,
      maxOdds: rules.wire.maxOdds,
      maxSelections: rules.maxAccumulatorSelections,
      ...(daily && { dailyLossRemaining: daily.value }),
      ...(total && { drawdownRemaining: total.value }),
    },
  })
}

const listed = (event: BetEvent): Record<string, unknown> => ({
  externalBetId: event.externalBetId,
  userId: event.user,
  status: event.status,
  resultStatus: event.result,
  flagReason: event.flagReason,
  ...(event.listed === 'always' && { id: event.id }),
  ...(event.program !== null && { programId: event.program, reasonCodes: event.codes }),
  ...(event.balanceAfter !== null && { balanceAfter: euros(event.balanceAfter) }),
  ...(event.status === 'settled-won' && event.applied && { profit: euros((event.returned ?? 0) - (event.stake ?? 0)) }),
})

/** GET /v1/reconciliation/:userId over the whole history: every stored bet event of the user. */
export function reconciliation(book: Book, request: Request, user: string): Expected {
  const events = betEvents(book).filter((event) => event.user === user)
  const always = events.filter((event) => event.listed === 'always').map(listed)
  const perhaps = events.filter((event) => event.listed === 'perhaps').map(listed)
  return ok(request, { userId: user, betEvents: new Unordered('id', always, perhaps) })
}
