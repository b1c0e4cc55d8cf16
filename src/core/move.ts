import type { Closing } from './fact.ts'
import type { Instant } from './instant.ts'
import { cents, larger, smaller, ZERO } from './money.ts'
import { currentBalance, type Program } from './program.ts'

/** The program with its sub-balances moved, in minor units, and the marks of its lowest and highest balance. */
export function move<P extends Program>(
  program: P,
  by: { readonly available?: number; readonly reserved?: number; readonly held?: number },
): P {
  const { available, reserved, held } = program.balances
  const moved = {
    ...program,
    balances: {
      available: cents(available + (by.available ?? 0)),
      reserved: cents(reserved + (by.reserved ?? 0)),
      held: cents(held + (by.held ?? 0)),
    },
  }
  const balance = currentBalance(moved)
  return {
    ...moved,
    lowestBalance: smaller(moved.lowestBalance, balance),
    peakBalance: larger(moved.peakBalance, balance),
  }
}

/** An ended program has nothing left on its sub-balances. Rules 2.12 */
export const closed = (closing: Closing, at: Instant) => ({
  balances: { available: ZERO, reserved: ZERO, held: ZERO },
  endedAt: at,
  finalBalance: closing.finalBalance,
})
