import { CENTS_MAX, type Cents, cents } from '../core/money.ts'
import { type Percent, percent } from '../core/percent.ts'

/** The largest single amount, in the tenant's currency. Rules 1.1 */
export const AMOUNT_MAX = CENTS_MAX / 100

/** How far a JSON number may lie from the value that it stands for: the noise of a client's floating point. */
const NOISE = 1e-6

const hundredths = (value: number): number => Math.round(value * 100) + 0

/** Whether a number has at most 2 decimals, but for floating point noise. Rules 1.1 */
export const isWholeHundredths = (value: number): boolean => Math.abs(value - hundredths(value) / 100) <= NOISE

/** Whether what a number comes to in hundredths lies within bounds, which themselves have at most 2 decimals. Rules 1.1 */
export const liesWithin = (value: number, least: number, most: number): boolean =>
  hundredths(value) >= hundredths(least) && hundredths(value) <= hundredths(most)

/** Whether a number comes to no cent at all, of either sign. */
export const roundsToNothing = (value: number): boolean => hundredths(value) === 0

/** An amount of the wire in minor units. It has passed its schema, which holds it to 2 decimals. Rules 1.1 */
export const centsOf = (amount: number): Cents => cents(hundredths(amount))

/** Minor units as the amount that the wire shows: 1055 is 10.55. */
export const amountOf = (amount: Cents): number => amount / 100

/** A percentage of the wire in hundredths of a percent: 12.5 is 1250. It has passed its schema. Rules 1.3 */
export const percentOf = (value: number): Percent => percent(hundredths(value))

/** Hundredths as the number that the wire shows, for percentages and multipliers: 1250 is 12.5. */
export const numberOfHundredths = (value: number): number => value / 100

/** A multiplier of the wire in hundredths: 5.5 times is 550. It has passed its schema. */
export const multiplierOf = (value: number): number => hundredths(value)

/** What share of a whole an amount is, in percent to 2 decimals, to be looked at: rules compare amounts instead. */
export const shareInPercent = (amount: Cents, whole: Cents): number =>
  whole === 0 ? 0 : Math.round((amount / whole) * 10_000) / 100
