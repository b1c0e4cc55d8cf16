import type { Answer, Progress } from '../../sdk/src/index.ts'

// What the page and its backend say to each other.

export type Outcome = 'home' | 'draw' | 'away'

/** A match as the page shows it. */
export interface Fixture {
  readonly id: string
  readonly home: string
  readonly away: string
  /** Decimal odds; a sport without draws has none for it. */
  readonly odds: { readonly home: number; readonly draw: number | null; readonly away: number }
  /** Null until it has been played; void: called off, so that stakes go back. */
  readonly result: Outcome | 'void' | null
  readonly score: readonly [number, number] | null
}

export interface Day {
  /** From 1. */
  readonly number: number
  readonly of: number
  readonly kickOff: string
  /** open: bets are taken; running: the matches are on; over: the results are there. */
  readonly phase: 'open' | 'running' | 'over'
  readonly fixtures: readonly Fixture[]
}

/** What a bet is on; an accumulator has several. */
export interface Leg {
  readonly matchId: string
  readonly outcome: Outcome
}

/** What the page asks its backend to bet. */
export interface Wish {
  readonly legs: readonly Leg[]
  readonly stake: number
}

/** One of the outcomes that a bet is on, with its match. */
export interface ShownLeg extends Leg {
  readonly home: string
  readonly away: string
}

/** A bet of the player. */
export interface ShownBet {
  readonly id: string
  readonly legs: readonly ShownLeg[]
  readonly stake: number
  readonly odds: number
  readonly status: 'open' | 'won' | 'lost' | 'void' | 'rejected'
  readonly returned: number
  readonly reasonCodes: readonly string[]
}

/** All that the page shows of its player. */
export interface PageState {
  readonly player: string
  readonly publicKey: string
  readonly season: string
  readonly currency: string
  /** The tenant's time. */
  readonly now: string
  readonly day: Day
  readonly progress: Progress
  /** What a bet may be now; null without a program. */
  readonly limits: Answer<'getUserRuleset'>['limitsNow'] | null
  /** The cheapest challenge on sale. */
  readonly offer: { readonly name: string; readonly ownStake: number } | null
  /** Newest first. */
  readonly bets: readonly ShownBet[]
}

/** What happened between the backend and the service. */
export interface FeedEntry {
  readonly id: number
  /** Real time. */
  readonly at: string
  /** call: the backend asked the service; webhook: the service told the backend. */
  readonly kind: 'call' | 'webhook'
  readonly player: string
  /** `POST /v1/bets`, or the type of the event. */
  readonly title: string
  readonly status: number
  readonly sent: unknown
  readonly answer: unknown
}

export type Validation = Answer<'validateBet'>['validationResult']
