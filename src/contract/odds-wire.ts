import { ODDS_MAX, ODDS_ONE, type Odds, odds } from '../core/odds.ts'

/** The largest odds. Rules 1.4 */
export const WIRE_ODDS_MAX = ODDS_MAX / ODDS_ONE

/** A double carries 15 decimal digits without noise: enough for the largest odds with 5 decimals, half up included. */
const DIGITS = 15

/** Decimal odds of the wire in ten-thousandths, half up: 2.00005 is 20001. They have passed their schema. Rules 1.4 */
export const oddsOf = (value: number): Odds => odds(tenThousandths(value))

/** What is above 1 and yet comes to exactly 1. */
export const roundsToOne = (value: number): boolean => value > 1 && tenThousandths(value) === ODDS_ONE

function tenThousandths(value: number): number {
  const scaled = value * ODDS_ONE
  const nearest = Math.round(scaled)
  // Only beside a tie can noise decide, and writing digits takes longer than the whole check of a body's schema.
  return Math.abs(scaled - nearest) < 0.49 ? nearest : Math.round(Number(scaled.toPrecision(DIGITS)))
}

/** Odds as the number that the wire shows: 20500 is 2.05. */
export const numberOfOdds = (value: Odds): number => value / ODDS_ONE
