/**
 * The odds of a bet on several outcomes of which all have to come true: the product, down to two decimals, as the book
 * shows it. What one bet returns is then what everybody can work out from the slip.
 */
export function combinedOdds(legs: readonly number[]): number {
  const [only] = legs
  if (legs.length === 1 && only !== undefined) return only
  // Floats stay below what they stand for now and then.
  return Math.floor(legs.reduce((product, odds) => product * odds, 1) * 100 + 1e-6) / 100
}
