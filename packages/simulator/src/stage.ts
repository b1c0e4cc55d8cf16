import type { Api } from './api.ts'
import type { Chronicle } from './chronicle.ts'
import type { Review } from './payout-books.ts'
import type { Tier } from './plan.ts'
import type { MatchDay } from './season/calendar.ts'
import type { Match } from './season/match.ts'

/** Where a part of a match day is played: the day, the moment on the test clock, and what everybody shares. */
export interface Stage {
  readonly api: Api
  readonly tiers: readonly Tier[]
  readonly chronicle: Chronicle
  readonly day: MatchDay
  /** The next match day; undefined on the last one. */
  readonly nextDay: MatchDay | undefined
  /** From 0 on the first match day to 1 on the last one. */
  readonly seasonShare: number
  readonly at: number
  /** Who decides on payouts. */
  readonly review: Review
  /** Matches that the operator calls off although a result stands in the file: their bets are void. */
  readonly isCalledOff: (match: Match) => boolean
}
