import { euros } from './amounts.ts'
import { invalid, ok, refused } from './answers.ts'
import { latestRules, latestTier } from './catalogue.ts'
import { applyDue } from './due.ts'
import {
  announce,
  type Book,
  type Expected,
  factsOf,
  nameFor,
  type Program,
  type Request,
  type Tier,
  Undetermined,
} from './facts.ts'
import { activeProgram, awaitingChoice, balanceOf, endOf, move, programsOf } from './programs.ts'
import { DAY, instantOf, iso, monthOf, nextMidnight, TOLERANCE } from './time.ts'

/** 00:00 UTC after the latest challenge that failed or was cancelled (Rules 5.12). */
function cooldownUntil(book: Book, user: string): number {
  const ends = programsOf(book, user).map((program) => endOf(book, program))
  return Math.max(
    Number.NEGATIVE_INFINITY,
    ...ends.map((end) => (end?.status === 'failed' || end?.status === 'cancelled' ? nextMidnight(end.at) : 0)),
  )
}

function isExcluded(book: Book, user: string, now: number): boolean {
  const latest = factsOf(book, 'exclusion').findLast((fact) => fact.user === user)
  if (!latest?.excluded) return false
  if (latest.until === now) throw new Undetermined('a purchase at the very end of a self-exclusion')
  return latest.until === null || now < latest.until
}

/** The first refusal in the contract's order (Rules 5.1). */
function refusalOf(book: Book, request: Request, user: string, tier: Tier | undefined): Expected | undefined {
  const { now } = request
  if (!tier) return refused(request, 409, 'tier_not_found')
  if (!tier.enabled) return refused(request, 409, 'tier_disabled')
  if (isExcluded(book, user, now)) return refused(request, 409, 'user_self_excluded')
  const active = activeProgram(book, user)
  if (active?.kind === 'challenge') return refused(request, 409, 'active_challenge_exists')
  if (awaitingChoice(book, user)) return refused(request, 409, 'challenge_awaiting_choice')
  if (active) return refused(request, 409, 'active_funded_account_exists')
  const until = cooldownUntil(book, user)
  if (now < until) return refused(request, 429, 'purchase_cooldown', { cooldownUntil: iso(until) })
  const bought = factsOf(book, 'program').filter(
    ({ program }) => program.kind === 'challenge' && monthOf(program.boughtAt) === monthOf(now),
  )
  if (book.monthlyChallengeLimit !== null && bought.length >= book.monthlyChallengeLimit)
    return refused(request, 409, 'monthly_challenge_limit_reached')
  return undefined
}

/** A start that lies too far back for this user and tier (Rules 5.2). */
function startsTooEarly(book: Book, user: string, tier: Tier | undefined, startedAt: number, now: number): boolean {
  const expiresAt = tier ? startedAt + tier.durationDays * DAY : Number.POSITIVE_INFINITY
  if (expiresAt === now) throw new Undetermined('a purchase that expires as it is made')
  const previousEnd = Math.max(...programsOf(book, user).map((program) => endOf(book, program)?.at ?? 0))
  return expiresAt < now || startedAt < previousEnd
}

/** The program starts: its own stake is held, its starting balance available (Rules 2.3, 5.1). */
function open(book: Book, user: string, tier: Tier, startedAt: number, now: number): Program {
  const program: Program = {
    id: nameFor(book, 'challenge'),
    kind: 'challenge',
    user,
    tier,
    rules: latestRules(book, tier.challengeRulesetId),
    fundedRules: latestRules(book, tier.fundedRulesetId),
    boughtAt: now,
    startedAt,
    expiresAt: startedAt + tier.durationDays * DAY,
    starting: tier.ownStake + tier.bonusAmount,
  }
  book.facts.push({ kind: 'program', program })
  move(book, program, 'player_paid', 'stake_held', tier.ownStake)
  move(book, program, 'house', 'available', program.starting)
  return program
}

/** The fields of a challenge that never change (interface 2.2). */
export const challengeFields = (program: Program) => ({
  ownStake: euros(program.tier.ownStake),
  bonusAmount: euros(program.tier.bonusAmount),
  startingBalance: euros(program.starting),
  targetBalance: euros(program.tier.targetBalance),
  startedAt: iso(program.startedAt),
  expiresAt: iso(program.expiresAt),
})

/** POST /v1/challenges/purchase (Rules 5.1, 5.2). */
export function purchase(book: Book, request: Request): Expected {
  const { body = {}, now } = request
  const { userId: user, challengeTierId } = body
  const startedAt = body.timestamp === undefined ? now : instantOf(body.timestamp)
  if (typeof user !== 'string' || user === '' || typeof challengeTierId !== 'string') return invalid(request)
  if (startedAt === undefined || startedAt > now + TOLERANCE) return invalid(request)
  applyDue(book, user, now)
  const tier = latestTier(book, challengeTierId)
  const refusal = refusalOf(book, request, user, tier)
  const tooEarly = body.timestamp !== undefined && startsTooEarly(book, user, tier, startedAt, now)
  if (refusal && tooEarly) throw new Undetermined('a start too early in a purchase that is refused anyway')
  if (refusal || !tier) return refusal ?? refused(request, 409, 'tier_not_found')
  if (tooEarly) return invalid(request)
  const program = open(book, user, tier, startedAt, now)
  const fields = challengeFields(program)
  announce(book, user, 'challenge.activated', { challengeId: program.id, challengeTierId: tier.id, ...fields })
  const challenge = {
    id: program.id,
    userId: user,
    challengeTierId: tier.id,
    status: 'active',
    ...fields,
    currentBalance: euros(balanceOf(book, program)),
    refundableOwnStake: euros(tier.ownStake),
    durationDays: tier.durationDays,
    rulesetId: tier.challengeRulesetId,
    peakBalance: euros(program.starting),
    activeDays: 0,
    dailyLoss: 0,
  }
  return ok(request, { challenge }, 201)
}
