import { euros } from './amounts.ts'
import { checkPass, failChallenge } from './endings.ts'
import { announce, type Book, betEvents, factsOf, type Program, Undetermined } from './facts.ts'
import { activeCooldown, liftByTime } from './losses.ts'
import { activeProgram, balanceOf, countersOf, statusOf } from './programs.ts'
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
  if (program.kind === 'funded') return found
  const reminded = factsOf(book, 'reminded').some((fact) => fact.program === program.id)
  if (!reminded && program.tier.durationDays > 1)
    found.push({ at: program.expiresAt - DAY, apply: () => remind(book, program) })
  found.push({ at: program.expiresAt, apply: () => expire(book, program) })
  return found
}

/** When a funded account next meets a deadline whose rules come with a later issue. */
function fundedHorizon(book: Book, program: Program): number {
  const bets = betEvents(book).filter((event) => event.program === program.id && event.applied)
  const latest = bets.filter((event) => event.status === 'placed').map((event) => event.at)
  const inactive = Math.max(program.startedAt, ...latest) + INACTIVITY_DAYS * DAY
  return Math.min(inactive, program.startedAt + program.tier.fundedFirstPayoutDays * DAY)
}

/** The earliest instant at which the tenant's history leaves the ground that the model covers. */
export function horizonOf(book: Book): number {
  const funded = factsOf(book, 'program').filter(
    (fact) => fact.program.kind === 'funded' && statusOf(book, fact.program) === 'active',
  )
  return Math.min(...funded.map((fact) => fundedHorizon(book, fact.program)))
}

/** Applies what is due for the user, earliest first, each as of its own time (Rules 7.1). */
export function applyDue(book: Book, user: string, now: number): void {
  for (;;) {
    const program = activeProgram(book, user)
    if (!program) return
    if (program.kind === 'funded' && now >= fundedHorizon(book, program)) throw new Undetermined('a funded deadline')
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
