import { type Instant, startOfDay, type UtcDay, utcDay } from '../instant.ts'
import { add, type Cents, subtract, total, ZERO } from '../money.ts'
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
 * that event times may reach into, and the day of a cooldown that is still on. With the daily limit off no session
 * asks, and one sum a day is enough: the list stays short however much is bet.
 */
export function withLoss(program: Program, loss: Loss, now: Instant): readonly Loss[] {
  const kept = keptLosses(program, now)
  if (rulesetOf(program).dailyDrawdownPercent !== null) return [...kept, loss]
  const at = startOfDay(utcDay(loss.at))
  const ofDay = kept.find((entry) => entry.at === at)
  return [...kept.filter((entry) => entry !== ofDay), { at, amount: add(ofDay?.amount ?? ZERO, loss.amount) }]
}

/** The losses without one that a void took back; one of a day long gone has left already. Rules 6.5 */
export function withoutLoss(program: Program, loss: Loss, now: Instant): readonly Loss[] {
  const kept = keptLosses(program, now)
  if (rulesetOf(program).dailyDrawdownPercent === null) {
    const at = startOfDay(utcDay(loss.at))
    return kept.map((entry) => (entry.at === at ? { at, amount: subtract(entry.amount, loss.amount) } : entry))
  }
  const gone = kept.findIndex((entry) => entry.at === loss.at && entry.amount === loss.amount)
  return gone === -1 ? kept : kept.toSpliced(gone, 1)
}

function keptLosses(program: Program, now: Instant): readonly Loss[] {
  const oldest = Math.min(utcDay(now), program.cooldown?.day ?? Number.POSITIVE_INFINITY)
  return program.losses.filter((loss) => utcDay(loss.at) >= oldest)
}
