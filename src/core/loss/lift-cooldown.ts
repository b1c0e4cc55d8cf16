import type { CooldownLifted } from '../events.ts'
import type { Instant } from '../instant.ts'
import type { Telling } from '../telling.ts'
import { sessionIsAtLimit } from './cooldown.ts'

/** Ends the cooldown that is on, if one is. Rules 6.4 */
export function liftCooldown(telling: Telling, why: CooldownLifted['why'], at: Instant = telling.now): void {
  const { program } = telling.player
  if (program === null || program.cooldown === null) return
  telling.tell({ type: 'CooldownLifted', at, programId: program.id, phase: program.kind, why })
}

/** A loss was taken back: a cooldown whose session is below the limit again has lost its reason. Rules 6.5 */
export function liftCooldownWithoutReason(telling: Telling, why: 'void' | 'correction'): void {
  const { program } = telling.player
  if (program?.cooldown && !sessionIsAtLimit(program, program.cooldown.day)) liftCooldown(telling, why)
}
