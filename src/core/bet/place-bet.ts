import { type Answer, type Refusal, refuse } from '../answers.ts'
import { type Instant, later, latest, utcDay } from '../instant.ts'
import { currentBalance, isAwaitingChoice, isRunning, type Program } from '../program.ts'
import type { Telling } from '../telling.ts'
import type { PlacementReport } from './bet.ts'
import { CLOCK_SKEW_MS } from './event-time.ts'
import { breachesOf } from './rules/index.ts'
import type { Slip } from './rules/rule.ts'
import { tellBet } from './tell-bet.ts'

/**
 * The program that judges a bet of this event time: one that runs or awaits its choice. A bet from well before its
 * start belongs to none; one from a little before is counted at the start. Rules 4.3, 4.15
 */
export const judgingProgram = (program: Program | null, eventAt: Instant): Program | null =>
  (isRunning(program) || isAwaitingChoice(program)) && eventAt >= later(program.startedAt, -CLOCK_SKEW_MS)
    ? program
    : null

/** What the rules judge of a report, counted at the start of the program if it comes from just before. Rules 4.15 */
export const slipOf = (program: Program, report: PlacementReport, eventAt: Instant): Slip => ({
  stake: report.stake,
  odds: report.odds,
  selectionsCount: report.selectionsCount,
  isCashOut: report.isCashOut,
  eventAt: latest(eventAt, program.startedAt),
})

/** Accepts the bet and reserves its stake, or rejects it with every rule that it breaks. Rules 4.2 */
export function placeBet(telling: Telling, report: PlacementReport, eventAt: Instant): Answer {
  const program = judgingProgram(telling.player.program, eventAt)
  if (program === null) return recordWithoutProgram(telling, report, eventAt)
  const slip = slipOf(program, report, eventAt)
  const reasons = breachesOf(program, slip, telling.now)
  const counted = isRunning(program)
  const balanceAfter = counted ? currentBalance(program) : null
  const fact = { report, eventAt, programId: program.id, phase: program.kind, balanceAfter }
  return reasons.length > 0
    ? tellBet(telling, { type: 'BetRejected', ...fact, reasons, counted })
    : tellBet(telling, { type: 'BetAccepted', ...fact, activeDay: utcDay(slip.eventAt) })
}

/** Recorded, for the operator's books, but with no key: the bet may come again once there is a program. Rules 4.3 */
function recordWithoutProgram(telling: Telling, report: PlacementReport, eventAt: Instant): Answer {
  const nowhere = { programId: null, phase: null, balanceAfter: null }
  tellBet(telling, { type: 'BetRejected', report, eventAt, ...nowhere, reasons: [], counted: false })
  return noProgram()
}

/** What is said of a user without a program. */
export const NO_PROGRAM = 'The user has no active challenge or funded account'

/** Rules 4.3 */
export const noProgram = (): Refusal => refuse('not_found', { message: NO_PROGRAM })
