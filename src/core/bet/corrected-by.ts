import type { BetCorrected } from '../events.ts'
import { add, type Cents, subtract, ZERO } from '../money.ts'

/** By how much a correction changes the balance: back to before the first outcome, on to the new one. Rules 4.17 */
export function correctedBy(
  change: Pick<BetCorrected, 'undone' | 'outcome' | 'stake' | 'returned' | 'returnedBefore'>,
): Cents {
  const taken = change.undone === 'voided' ? ZERO : subtract(change.stake, change.returnedBefore)
  const given = change.outcome === 'voided' ? ZERO : subtract(change.returned, change.stake)
  return add(taken, given)
}
