import type { Refusal } from '../answers.ts'
import type { Instant } from '../instant.ts'
import type { Player } from '../player.ts'
import { isRunning } from '../program.ts'
import type { PlacementReport } from './bet.ts'
import { refuseEventTime } from './event-time.ts'
import { judgingProgram, noProgram, slipOf } from './place-bet.ts'
import { breachesOf } from './rules/index.ts'
import type { Breach } from './rules/rule.ts'

/** What a placement would be answered, of a player as of now; nothing is stored or counted. Rules 3, 4.3 */
export function validateBet(player: Player, report: PlacementReport, now: Instant): Refusal | readonly Breach[] {
  const eventAt = report.eventAt ?? now
  const refusal = refuseEventTime(eventAt, now, player.tenant.maxBackfillHours)
  if (refusal) return refusal
  const program = judgingProgram(player.program, eventAt)
  return isRunning(program) ? breachesOf(program, slipOf(program, report, eventAt), now) : noProgram()
}
