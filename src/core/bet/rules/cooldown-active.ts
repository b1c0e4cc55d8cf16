import { cooldownAt } from '../../loss/cooldown.ts'
import { atLeast, type BetRule } from './rule.ts'

/** Rules 3.11: no bet whose event time lies in a cooldown. */
export const cooldownActive: BetRule = (program, slip) => {
  const cooldown = cooldownAt(program, slip.eventAt)
  return cooldown && atLeast('cooldown_active', 'instant', slip.eventAt, cooldown.until)
}
