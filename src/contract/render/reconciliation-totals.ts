import type { Cents } from '../../core/money.ts'
import { amountOf } from '../money-wire.ts'
import type * as wire from '../schemas/bet-event.ts'

/** The sums of the bet events of a range, in minor units. */
interface Totals extends Omit<wire.ReconciliationTotals, 'staked' | 'returned' | 'profit'> {
  readonly staked: Cents
  readonly returned: Cents
  readonly profit: Cents
}

export const renderTotals = ({ staked, returned, profit, ...counts }: Totals): wire.ReconciliationTotals => ({
  ...counts,
  staked: amountOf(staked),
  returned: amountOf(returned),
  profit: amountOf(profit),
})
