/**
 * The model's own arithmetic: plain integers (cents, ten-thousandths of odds, basis points), bigint where a product may
 * leave the safe range. It shares nothing with the service, so that one wrong rounding cannot hide in both.
 */

export const cents = (euros: number): number => Math.round(euros * 100)

export const euros = (amount: number): number => amount / 100

/** Odds in ten-thousandths, half up (Rules 1.4). */
export const oddsUnits = (odds: number): number => Math.round(odds * 10_000)

/** Percent in basis points; a percent field has at most two decimals (Rules 1.3). */
export const basisPoints = (percent: number): number => Math.round(percent * 100)

/** Stake x odds in cents, half up (Rules 1.2). */
export const payoutOf = (stake: number, odds: number): number =>
  Number((BigInt(stake) * BigInt(odds) + 5_000n) / 10_000n)

/** Negative, zero or positive as the amount is below, at or above the exact, unrounded percentage (Rules 1.3). */
export function againstPercent(amount: number, points: number, of: number): number {
  const difference = BigInt(amount) * 10_000n - BigInt(points) * BigInt(of)
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

/** The largest whole cent that is not above the percentage; for amounts of zero and more. */
export const percentDown = (points: number, of: number): number =>
  Number((BigInt(points) * BigInt(Math.max(0, of))) / 10_000n)

/** True when the percentage is a whole number of cents, so that showing it needs no rounding. */
export const isWholeCents = (points: number, of: number): boolean => (BigInt(points) * BigInt(of)) % 10_000n === 0n

/** True for a wire amount with at most two decimals in the allowed range; zero counts. */
export const isAmount = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0 && value <= 1_000_000_000 && Math.abs(value * 100 - cents(value)) <= 1e-4
