import { againstPercent } from './amounts.ts'
import { announce, type BetEvent, type Book, betEvents, factsOf, type Program, Undetermined } from './facts.ts'
import { programField } from './programs.ts'
import { dayOf, HOUR, iso, nextMidnight } from './time.ts'

/** Stake less return of a settlement that returned less than the stake; 0 for any other event (Rules 6.1). */
export const lossOf = (event: BetEvent): number =>
  event.applied && event.stake !== null && event.returned !== null ? Math.max(0, event.stake - event.returned) : 0

/** When a loss was made; that of a correction, when the bet was first settled. */
const lossTime = ({ at, lossAt }: BetEvent): number => lossAt ?? at

/** Settlements with a loss that still stand: no void and no correction has taken them back (Rules 6.5). */
function standingLosses(book: Book, program: Program): BetEvent[] {
  const events = betEvents(book).filter((event) => event.program === program.id && event.applied)
  const last = new Map(events.filter(({ status }) => status !== 'placed').map((event) => [event.externalBetId, event]))
  return [...last.values()].filter((event) => lossOf(event) > 0)
}

/** The cooldown that is on, if any. */
export function activeCooldown(book: Book, program: Program): { since: number; until: number } | undefined {
  let active: { since: number; until: number } | undefined
  for (const fact of book.facts) {
    if (fact.kind === 'cooldown' && fact.program === program.id) active = fact
    if (fact.kind === 'lifted' && fact.program === program.id) active = undefined
  }
  return active
}

/** Losses of the clock's UTC day from midnight on, or from the end of the latest cooldown that ran its time, (Rules 6.2). */
export function sessionLoss(book: Book, program: Program, now: number): number {
  const ends = factsOf(book, 'lifted').filter((fact) => fact.program === program.id && fact.by === 'time')
  const since = ends.at(-1)?.at ?? Number.NEGATIVE_INFINITY
  const today = standingLosses(book, program).filter((event) => dayOf(lossTime(event)) === dayOf(now))
  if (today.some((event) => lossTime(event) === since)) throw new Undetermined('a loss at the very end of a cooldown')
  return today.filter((event) => lossTime(event) >= since).reduce((sum, event) => sum + lossOf(event), 0)
}

export function sessionAtLimit(book: Book, program: Program, now: number): boolean {
  const { dailyDrawdownPercent } = program.rules
  if (dailyDrawdownPercent === null) return false
  return againstPercent(sessionLoss(book, program, now), dailyDrawdownPercent, program.starting) >= 0
}

const isCarriedOver = (cooldown: { since: number }, now: number): boolean => dayOf(cooldown.since) < dayOf(now)

/** Starts the cooldown at the settlement that brings the session loss to the limit (Rules 6.3, 6.4). */
export function startCooldown(book: Book, program: Program, settlement: BetEvent, now: number): void {
  if (lossOf(settlement) === 0 || dayOf(lossTime(settlement)) < dayOf(now)) return
  if (dayOf(lossTime(settlement)) > dayOf(now)) throw new Undetermined('a loss dated tomorrow')
  if (!sessionAtLimit(book, program, now)) return
  const active = activeCooldown(book, program)
  if (active && isCarriedOver(active, now)) throw new Undetermined('the limit reached again in a cooldown of yesterday')
  if (active) return
  const latest = factsOf(book, 'lifted').findLast((fact) => fact.program === program.id && fact.by === 'time')
  if (latest && lossTime(settlement) < latest.at) return
  const { cooldownHours } = program.rules
  const until =
    cooldownHours === null ? nextMidnight(lossTime(settlement)) : lossTime(settlement) + cooldownHours * HOUR
  book.facts.push({ kind: 'cooldown', program: program.id, since: lossTime(settlement), until })
  const data = { reason: 'daily_drawdown', cooldownUntil: iso(until), ...programField(program) }
  announce(book, program.user, 'cooldown.triggered', data)
}

/** Lifts the cooldown when a void has brought the session loss below the limit (Rules 6.4, 6.5). */
export function liftAfterVoid(book: Book, program: Program, voided: BetEvent, now: number): void {
  const active = activeCooldown(book, program)
  if (!active || lossOf(voided) === 0) return
  if (isCarriedOver(active, now)) throw new Undetermined('a loss taken back in a cooldown of yesterday')
  if (sessionAtLimit(book, program, now)) return
  book.facts.push({ kind: 'lifted', program: program.id, at: now, by: 'void' })
  announce(book, program.user, 'cooldown.lifted', programField(program))
}

/** Ends the cooldown at its own time (Rules 6.4). */
export function liftByTime(book: Book, program: Program, until: number): void {
  book.facts.push({ kind: 'lifted', program: program.id, at: until, by: 'time' })
  announce(book, program.user, 'cooldown.lifted', { ...programField(program), liftedAt: iso(until) })
}

/**
 * A placement belongs to a cooldown by its event time, also when it arrives after that cooldown has ended by time. Where
 * the clock is in the cooldown and the event time is not, or a void cut the cooldown short, the contract leaves it open.
 */
export function inCooldown(book: Book, program: Program, at: number): boolean {
  const active = activeCooldown(book, program)
  if (active) {
    if (at < active.since || at >= active.until) throw new Undetermined('a placement dated outside the cooldown')
    return true
  }
  let since: number | undefined
  for (const fact of book.facts) {
    if (fact.kind === 'cooldown' && fact.program === program.id) since = fact.since
    if (fact.kind !== 'lifted' || fact.program !== program.id || since === undefined) continue
    if (at < since || at >= fact.at) continue
    if (fact.by !== 'time') throw new Undetermined('a placement dated inside a cooldown that a void cut short')
    return true
  }
  return false
}
