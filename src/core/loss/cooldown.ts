import { hoursAfter, type Instant, nextMidnight, type UtcDay, utcDay } from '../instant.ts'
import { type Cents, percentCeil } from '../money.ts'
import { type Cooldown, type CooldownWindow, type Program, rulesetOf } from '../program.ts'
import { isOfSession, sessionLoss } from './loss.ts'

/** The loss of a session that starts a cooldown: the first whole cent that reaches the limit; null is off. Rules 6.3 */
export const dailyLossLimit = (program: Program): Cents | null => {
  const percent = rulesetOf(program).dailyDrawdownPercent
  return percent === null ? null : percentCeil(program.startingBalance, percent)
}

/** Whether the session of that day is at the daily limit. Rules 6.2, 6.3 */
export const sessionIsAtLimit = (program: Program, day: UtcDay): boolean => {
  const limit = dailyLossLimit(program)
  return limit !== null && sessionLoss(program, day) >= limit
}

/**
 * The cooldown that a loss starts, if it does. It runs from the event time of the settlement, so a late one may be
 * over already when it is reported. A loss that the session of the clock's day does not count, being of an earlier day
 * or of before its last cooldown's end, never starts one. Rules 6.3
 */
export function cooldownStartedBy(program: Program, lossAt: Instant, now: Instant): Cooldown | null {
  const today = utcDay(now)
  if (program.cooldown !== null || !isOfSession(program, lossAt, today) || !sessionIsAtLimit(program, today))
    return null
  const hours = rulesetOf(program).cooldownHours
  return { from: lossAt, until: hours === null ? nextMidnight(lossAt) : hoursAfter(lossAt, hours), day: today }
}

/** The cooldown, running or over, that a bet of this event time falls into. Rules 3.11, 6.4 */
export function cooldownAt(program: Program, eventAt: Instant): CooldownWindow | undefined {
  const windows = program.cooldown === null ? program.pastCooldowns : [...program.pastCooldowns, program.cooldown]
  return windows.find((window) => window.from <= eventAt && eventAt < window.until)
}
