import { hoursAfter, type Instant, latest, startOfDay, type UtcDay, utcDay } from '../instant.ts'
import { add, type Cents, negate, subtract, total, ZERO } from '../money.ts'
import { type Loss, type Program, rulesetOf } from '../program.ts'

/** Stake less return where the return is the smaller, else nothing. Wins never make up for losses. Rules 6.1 */
export const lossOf = (stake: Cents, returned: Cents): Cents => (returned < stake ? subtract(stake, returned) : ZERO)

/** The losses of a UTC day by the event time of the settlements: the `dailyLoss` that is shown. Rules 6.1 */
export const dailyLoss = (program: Program, day: UtcDay): Cents =>
  total(program.losses.filter((loss) => utcDay(loss.at) === day).map((loss) => loss.amount))

/** Whether a loss of that time counts to the session of the day. Rules 6.2 */
export const isOfSession = ({ sessionSince }: Program, lossAt: Instant, day: UtcDay): boolean =>
  utcDay(lossAt) === day && (sessionSince === null || lossAt >= sessionSince)

/** The losses of a day since its last cooldown that ended by time. Rules 6.2 */
export const sessionLoss = (program: Program, day: UtcDay): Cents =>
  total(program.losses.filter((loss) => isOfSession(program, loss.at, day)).map((loss) => loss.amount))

/**
 * The losses with one more. Only days that a session can still ask for are kept: today, the few minutes of tomorrow
 * that event times may reach into, and the day of a cooldown that is still on. Of a day one sum is kept for all losses
 * that no session will ever tell apart, so that a bet costs the same however many were lost before. Rules 6.2
 */
export function withLoss(program: Program, { at, amount }: Loss, now: Instant): readonly Loss[] {
  const kept = keptLosses(program, now)
  const from = at < nextSessionMin(program, now) ? sumFrom(program, kept, at) : at
  return changedBy(kept, from, amount)
}

/** The losses without one that a void took back; one of a day long gone has left already. Rules 6.5 */
export function withoutLoss(program: Program, { at, amount }: Loss, now: Instant): readonly Loss[] {
  const kept = keptLosses(program, now)
  const from = lastUpTo(at, kept)
  return from !== null && utcDay(from) === utcDay(at) ? changedBy(kept, from, negate(amount)) : kept
}

/**
 * No session will begin within a day before this: one begins with the end of a cooldown, which lasts from a loss of the
 * clock's day for the ruleset's hours. It is the day that counts and not the clock, since a loss may be reported late.
 */
function nextSessionMin(program: Program, now: Instant): number {
  const { dailyDrawdownPercent, cooldownHours } = rulesetOf(program)
  if (dailyDrawdownPercent === null || cooldownHours === null) return Number.POSITIVE_INFINITY
  const afterToday = hoursAfter(startOfDay(utcDay(now)), cooldownHours)
  return Math.min(afterToday, program.cooldown?.until ?? Number.POSITIVE_INFINITY)
}

/** From when on the sum counts that a loss of this time belongs to: its day, its session, or what is kept already. */
function sumFrom({ sessionSince }: Pick<Program, 'sessionSince'>, kept: readonly Loss[], at: Instant): Instant {
  const day = startOfDay(utcDay(at))
  const session = sessionSince !== null && sessionSince <= at ? sessionSince : day
  return latest(latest(day, session), lastUpTo(at, kept) ?? day)
}

const lastUpTo = (at: Instant, losses: readonly Loss[]): Instant | null =>
  losses.reduce<Instant | null>((last, loss) => (loss.at <= at ? latest(loss.at, last ?? loss.at) : last), null)

/**
 * With so much more, or less, in the sum from there on; one that comes to nothing is left out. Snapshots from before
 * migration 0024 may have several of the same time.
 */
function changedBy(kept: readonly Loss[], from: Instant, by: Cents): readonly Loss[] {
  const amount = add(total(kept.filter((loss) => loss.at === from).map((loss) => loss.amount)), by)
  const others = kept.filter((loss) => loss.at !== from)
  return amount === ZERO ? others : [...others, { at: from, amount }]
}

/** The sums by where they count from, with all of a day in one that the program's sessions so far do not tell apart. */
export function lossSums(program: Pick<Program, 'losses' | 'sessionSince'>): ReadonlyMap<Instant, Cents> {
  const sums = new Map<Instant, Cents>()
  for (const { at, amount } of program.losses) {
    const from = sumFrom(program, [], at)
    sums.set(from, add(sums.get(from) ?? ZERO, amount))
  }
  return sums
}

function keptLosses(program: Program, now: Instant): readonly Loss[] {
  const oldest = Math.min(utcDay(now), program.cooldown?.day ?? Number.POSITIVE_INFINITY)
  return program.losses.filter((loss) => utcDay(loss.at) >= oldest)
}
