import type { Closing } from './fact.ts'
import type { Instant } from './instant.ts'
import { liftCooldown } from './loss/lift-cooldown.ts'
import { add, type Cents } from './money.ts'
import { currentBalance, type Program } from './program.ts'
import type { Telling } from './telling.ts'

/** How a program is emptied: open stakes become free, then all goes back to the house. Rules 2.12 */
export const closingOf = (program: Program, ownStake: Cents, ownStakeGoes: Closing['ownStakeGoes']): Closing => ({
  finalBalance: currentBalance(program),
  released: program.balances.reserved,
  swept: add(program.balances.available, program.balances.reserved),
  ownStake,
  ownStakeGoes,
})

/** A program that passes or ends has no cooldown any more, from that time on. Rules 6.4 */
export const leaveCooldown = (telling: Telling, at: Instant = telling.now): void =>
  liftCooldown(telling, 'program_over', at)
