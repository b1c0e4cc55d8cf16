import type { Cents, Odds } from '../amount.ts'
import type { Program } from '../program.ts'
import type { Random } from '../random.ts'
import type { Match, Outcome } from '../season/match.ts'

/** One pick of a bet; an accumulator has several, on different matches. */
export interface Leg {
  readonly match: Match
  readonly outcome: Outcome
  readonly odds: Odds
}

/** A bet as a player writes it down. */
export interface Slip {
  readonly stake: Cents
  readonly legs: readonly Leg[]
  readonly isCashOut?: boolean
}

/** What a player sees when it is time to bet. */
export interface Table {
  readonly program: Program
  readonly today: readonly Match[]
  /** The matches of the next match day, empty on the last one. */
  readonly next: readonly Match[]
  /** Bets lost in a row, the latest first. */
  readonly losingStreak: number
  readonly random: Random
}

export type Choice = 'continue' | 'refund' | 'cancel'

/**
 * What a player asks for: all that can be had, a part of it, a cent too much, so little that no cent of it is the
 * player's, or a cent less than the least payout.
 */
export type Wish = 'all' | 'part' | 'too much' | 'crumb' | 'too little'

/** How a player treats a funded account. Probabilities as in `Temper`. */
export interface Purse {
  /** How likely a payout is asked for, in the morning and again after the bets of the day. */
  readonly asks: number
  readonly wishes: readonly Wish[]
  /** How likely the own stake is taken back and the account left for good. */
  readonly leaves: number
}

export type TierName = 'Sprint' | 'Classic' | 'Marathon'

/** How one player behaves. Probabilities are from 0 to 1 and are asked once a match day. */
export interface Temper {
  readonly name: string
  readonly tiers: readonly TierName[]
  /** The share of the season after which the first challenge is bought; 1 is the last match day. */
  readonly startsAt: number
  /** How likely a match day is played at all. */
  readonly appetite: number
  readonly slips: (table: Table) => readonly Slip[]
  /** Bets right after the day's results, on the next match day. */
  readonly lateSlips?: (table: Table) => readonly Slip[]
  /** How likely a player without a program buys again. */
  readonly buysAgain: number
  /** How likely each choice is made on a morning after a pass. The rest is how likely the player waits. */
  readonly choices: Readonly<Record<Choice, number>>
  /** How likely a running challenge is given up. */
  readonly cancels: number
  /** How likely a player tries to buy though a program is still running, or on the evening of a failure. */
  readonly impatience: number
  readonly purse: Purse
  /** Excluded by the operator after the first challenge, for some mornings. */
  readonly isExcludedOnce?: boolean
}

/** A pick at its price, undefined when the outcome is not on offer. */
export function leg(match: Match, outcome: Outcome): Leg | undefined {
  const odds = match.prices[outcome]
  return odds === undefined ? undefined : { match, outcome, odds }
}
