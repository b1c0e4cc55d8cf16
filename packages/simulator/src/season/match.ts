import type { Odds } from '../amount.ts'

export type Outcome = 'home' | 'draw' | 'away'

/** The price of each outcome. A sport without draws has no `draw`. */
export interface Prices {
  readonly home: Odds
  readonly draw: Odds | undefined
  readonly away: Odds
}

export interface Match {
  /** Unique within a season. */
  readonly id: string
  readonly division: string
  /** Days since 1 January 1970. */
  readonly day: number
  readonly home: string
  readonly away: string
  readonly prices: Prices
  /** Undefined: it was never played to an end, or ended in a draw that nobody could bet on. Its bets are void. */
  readonly result: Outcome | undefined
  /** Home and away; undefined where the file has none. */
  readonly score: readonly [number, number] | undefined
}

export interface Season {
  readonly title: string
  readonly matches: readonly Match[]
  /** How many matches each set of odds columns priced, by the columns' prefix. */
  readonly pricedBy: ReadonlyMap<string, number>
  /** Matches left out because no set of columns has odds for them. */
  readonly withoutOdds: number
}

/** A file that cannot be read as a season. The message names the file, the line and what was expected. */
export class SeasonFileError extends Error {}

export const MS_PER_DAY = 86_400_000

/** The outcomes on offer, cheapest price (the favourite) first. */
export function outcomesByPrice(match: Match): Outcome[] {
  const offered: Outcome[] = match.prices.draw === undefined ? ['home', 'away'] : ['home', 'draw', 'away']
  return offered.sort((a, b) => (match.prices[a] ?? 0) - (match.prices[b] ?? 0))
}
