import { type Cents, percentCeil, subtract } from '../money.ts'
import { currentBalance, type Program, rulesetOf } from '../program.ts'

/** How far the balance may fall below the start, in minor units: reaching it is too far; null is off. Rules 5.6 */
export const drawdownLimit = (program: Program): Cents | null => {
  const percent = rulesetOf(program).totalDrawdownPercent
  return percent === null ? null : percentCeil(program.startingBalance, percent)
}

/** Whether the balance has fallen as far as it must not. Rules 5.6 */
export const isDrawnDown = (program: Program): boolean => {
  const limit = drawdownLimit(program)
  return limit !== null && program.startingBalance - currentBalance(program) >= limit
}

/** The balance at which a loss ends the program; null where no loss does. Rules 5.6 */
export const drawdownFloor = (program: Program): Cents | null => {
  const limit = drawdownLimit(program)
  return limit === null ? null : subtract(program.startingBalance, limit)
}
