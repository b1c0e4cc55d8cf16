import type { Branded } from './brand.ts'
import { invariant } from './invariant.ts'

/** A percentage in hundredths of a percent: 12.5 % is 1250. Rules 1.3 */
export type Percent = Branded<number, 'Percent'>

/** 100 % */
export const PERCENT_WHOLE = 10_000 as Percent

/** Wears the brand: hundredths of a percent, zero or more. Rules 1.3 */
export function percent(hundredths: number): Percent {
  invariant(Number.isSafeInteger(hundredths) && hundredths >= 0, `a percentage is not ${hundredths} hundredths`)
  return hundredths as Percent
}
