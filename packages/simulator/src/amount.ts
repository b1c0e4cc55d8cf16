/** The simulator's own arithmetic of money and odds. It shares no code with the service, so that it can disagree. */

/** An amount in whole cents. */
export type Cents = number

/** Decimal odds in ten-thousandths: 2.5 is 25000. */
export type Odds = number

export const ODDS_ONE = 10_000

/** The most that one price or one accumulator may come to: odds of 1,000,000. */
export const ODDS_MAX = 1_000_000 * ODDS_ONE

/** Cents as the JSON number in EUR that the interface speaks. */
export const toEuro = (cents: Cents): number => cents / 100

/** A JSON number in EUR as cents. Throws when it is finer than a cent, which the service may never send. */
export function fromEuro(amount: unknown): Cents {
  if (typeof amount !== 'number' || !Number.isFinite(amount)) throw new Error(`not an amount: ${String(amount)}`)
  const cents = Math.round(amount * 100)
  if (Math.abs(amount * 100 - cents) > 1e-4) throw new Error(`an amount finer than a cent: ${amount}`)
  return cents
}

export const toDecimalOdds = (odds: Odds): number => odds / ODDS_ONE

/** Decimal odds as they stand in a file, to four decimals, half up. */
export const fromDecimalOdds = (decimal: number): Odds => Math.round(decimal * ODDS_ONE)

/** Stake x odds, half up to the cent. */
export function returnOf(stake: Cents, odds: Odds): Cents {
  return Number((BigInt(stake) * BigInt(odds) * 2n + BigInt(ODDS_ONE)) / BigInt(2 * ODDS_ONE))
}

/** The odds of an accumulator: the product of its legs, half up to four decimals once at the end. */
export function productOf(legs: readonly Odds[]): Odds {
  const scale = BigInt(ODDS_ONE) ** BigInt(Math.max(0, legs.length - 1))
  const product = legs.reduce((running, odds) => running * BigInt(odds), 1n)
  return Number((2n * product + scale) / (2n * scale))
}

/** `1234567` cents as `12,345.67`. */
export const formatEuro = (cents: Cents): string =>
  toEuro(cents).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
