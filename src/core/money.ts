import type { Branded } from './brand.ts'
import { invariant } from './invariant.ts'
import { ODDS_ONE, type Odds } from './odds.ts'
import { PERCENT_WHOLE, type Percent } from './percent.ts'

/** An amount in minor units of the tenant's currency, a safe integer. Rules 1.1 */
export type Cents = Branded<number, 'Cents'>

/** The largest single amount that crosses the wire: 1,000,000,000.00. Rules 1.1 */
export const CENTS_MAX = 100_000_000_000 as Cents

export const ZERO = 0 as Cents

/** Wears the brand after checking that the number is a safe integer. */
export function cents(amount: number): Cents {
  invariant(Number.isSafeInteger(amount), `an amount is a whole number of minor units, not ${amount}`)
  return amount as Cents
}

export const add = (a: Cents, b: Cents): Cents => cents(a + b)
export const subtract = (a: Cents, b: Cents): Cents => cents(a - b)
export const negate = (a: Cents): Cents => cents(0 - a)
export const smaller = (a: Cents, b: Cents): Cents => (a < b ? a : b)
export const larger = (a: Cents, b: Cents): Cents => (a > b ? a : b)
export const total = (amounts: Iterable<Cents>): Cents => {
  let sum = ZERO
  for (const amount of amounts) sum = add(sum, amount)
  return sum
}

// Products leave the safe integers (10^11 cents x 10^10 odds), so every one of them is made here, in BigInt, and
// rounded once. The name says which way. `floorDiv` rounds towards minus infinity, also for negative amounts.
const floorDiv = (dividend: bigint, divisor: bigint): bigint => {
  const quotient = dividend / divisor
  return dividend % divisor < 0n ? quotient - 1n : quotient
}
// The largest stake at the longest odds is 10^17 cents, more than a safe integer holds. No limit reaches that far, so a
// product beyond the safe integers is told as the largest of them: it exceeds every limit, as the exact one would.
const toCents = (amount: bigint): Cents => cents(Math.min(Number(amount), Number.MAX_SAFE_INTEGER))

/** Stake x odds: the whole return of a won bet, half up to the cent. Rules 1.2 */
export function payoutHalfUp(stake: Cents, odds: Odds): Cents {
  const one = BigInt(ODDS_ONE)
  return toCents(floorDiv(2n * BigInt(stake) * BigInt(odds) + one, 2n * one))
}

/** What a bet can bring at the most: no settlement says more than the largest amount. Rules 1.1 */
export const largestReturn = (stake: Cents, odds: Odds): Cents => smaller(payoutHalfUp(stake, odds), CENTS_MAX)

/** The most whole cents that do not exceed `percent` of `amount`: `x > share` is `x > floor(share)` for whole cents. Rules 1.3 */
export function percentFloor(amount: Cents, percent: Percent): Cents {
  return toCents(floorDiv(BigInt(amount) * BigInt(percent), BigInt(PERCENT_WHOLE)))
}

/** The fewest whole cents that reach `percent` of `amount`: `x >= share` is `x >= ceil(share)` for whole cents. Rules 1.3 */
export function percentCeil(amount: Cents, percent: Percent): Cents {
  return negate(percentFloor(negate(amount), percent))
}

/** The user's share of a gross amount, down to the cent: the operator keeps the fraction. Rules 1.5 */
export const userShareOf = (gross: Cents, split: Percent): Cents => percentFloor(gross, split)

/** The smallest gross amount whose user's share reaches `share`, for a split above 0. Rules 1.5, 10.6 */
export function grossForShare(share: Cents, split: Percent): Cents {
  invariant(split > 0, 'a share of nothing has no gross')
  return negate(toCents(floorDiv(-BigInt(share) * BigInt(PERCENT_WHOLE), BigInt(split))))
}

/** `amount` x a multiplier given in hundredths, down to the cent; exact for comparisons as `percentFloor` is. Rules 3.5 */
export function timesFloor(amount: Cents, hundredths: number): Cents {
  return toCents(floorDiv(BigInt(amount) * BigInt(hundredths), 100n))
}
