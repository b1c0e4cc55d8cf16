import { euros } from './amounts.ts'
import { checkPass, failChallenge } from './endings.ts'
import { announce, type Book, betEvents, factsOf, type Program, Undetermined } from './facts.ts'
import { activeCooldown, liftByTime } from './losses.ts'
import { payoutsOf, pendingPayout } from './payouts.ts'
import { activeProgram, balanceOf, countersOf, statusOf } from './programs.ts'
import { revoke } from './revocation.ts'
import { DAY } from './time.ts'

const INACTIVITY_DAYS = 14

type Due = { at: number; apply: () => void }

/** Once, 24 hours before expiry, unless the challenge lasts one day (Rules 5.8). */
function remind(book: Book, program: Program): void {
  const { totalBetsPlaced, activeDays } = countersOf(book, program)
  book.facts.push({ kind: 'reminded', program: program.id })
  announce(book, program.user, 'challenge.expiring_soon', {
    challengeId: program.id,
    hoursRemaining: 24,
    currentBalance: euros(balanceOf(book, program)),
    targetBalance: euros(program.tier.targetBalance),
    betsPlaced: totalBetsPlaced,
    activeDays,
  })
}

/** A last look at the pass, then the failure with the first reason that applies (Rules 5.7). */
function expire(book: Book, program: Program): void {
  checkPass(book, program, program.expiresAt)
  if (statusOf(book, program) !== 'active') return
  const { activeDays } = countersOf(book, program)
  const reason = activeDays < program.tier.minActiveDays ? 'insufficient_active_days' : 'expired'
  failChallenge(book, program, reason, program.expiresAt)
}

function dues(book: Book, program: Program): Due[] {
  const found: Due[] = []
  const cooldown = activeCooldown(book, program)
  if (cooldown) found.push({ at: cooldown.until, apply: () => liftByTime(book, program, cooldown.until) })
  if (program.kind === 'funded') return [...found, ...fundedDues(book, program)]
  const reminded = factsOf(book, 'reminded').some((fact) => fact.program === program.id)
  if (!reminded && program.tier.durationDays > 1)
    found.push({ at: program.expiresAt - DAY, apply: () => remind(book, program) })
  found.push({ at: program.expiresAt, apply: () => expire(book, program) })
  return found
}

/** The deadline of the first payout, satisfied by any request before it (Rules 10.13). */
function payoutDeadline(book: Book, program: Program): number | undefined {
  const days = program.tier.fundedFirstPayoutDays
  return days === null || payoutsOf(book, program).length > 0 ? undefined : program.startedAt + days * DAY
}

/** 14 days after the latest activity, reckoned in order of arrival; none while a payout waits (Rules 10.14). */
export function inactiveFrom(book: Book, program: Program): number | undefined {
  if (pendingPayout(book, program)) return undefined
  const placed = betEvents(book).filter((event) => event.program === program.id && event.status === 'placed')
  const bets = placed.filter((event) => event.applied).map((event) => event.recordedAt)
  const decisions = payoutsOf(book, program).map((payout) => payout.decidedAt ?? 0)
  return Math.max(program.startedAt, ...bets, ...decisions) + INACTIVITY_DAYS * DAY
}

/** What a funded account waits for; on a tie the deadline of the first payout comes first (Rules 7.1). */
export function fundedDues(book: Book, program: Program): Due[] {
  const deadline = payoutDeadline(book, program)
  const inactive = inactiveFrom(book, program)
  const found: Due[] = []
  if (deadline !== undefined)
    found.push({ at: deadline, apply: () => revoke(book, program, 'first_payout_deadline', deadline) })
  if (inactive !== undefined && inactive !== deadline)
    found.push({ at: inactive, apply: () => revoke(book, program, 'inactivity', inactive) })
  return found
}

/** Applies what is due for the user, earliest first, each as of its own time (Rules 7.1). */
export function applyDue(book: Book, user: string, now: number): void {
  for (;;) {
    const program = activeProgram(book, user)
    if (!program) return
    const next = dues(book, program)
      .filter((due) => due.at <= now)
      .sort((a, b) => a.at - b.at)
    const [first, second] = next
    if (!first) return
    if (second && second.at === first.at) throw new Undetermined('two things due at the same instant')
    first.apply()
  }
}

/** The clock of the tenant moves: everything due meanwhile happens (Rules 7.3). */
export function advance(book: Book, now: number): void {
  for (const user of new Set(factsOf(book, 'program').map((fact) => fact.program.user))) applyDue(book, user, now)
}
