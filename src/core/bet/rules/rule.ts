import type { Instant } from '../../instant.ts'
import type { Cents } from '../../money.ts'
import type { Odds } from '../../odds.ts'
import type { Program } from '../../program.ts'

/** Every code that a bet can be rejected with, in the order in which they are listed. Rules 3 */
export const rejectionCodes = [
  'min_stake_not_met',
  'max_stake_exceeded',
  'odds_limit_exceeded',
  'min_odds_not_met',
  'max_payout_exceeded',
  'max_selections_exceeded',
  'max_win_exceeded',
  'lucky_bet_profit_limit',
  'max_drawdown_exceeded',
  'daily_drawdown_exceeded',
  'cooldown_active',
  'payout_pending',
  'cashout_not_allowed_during_challenge',
  'challenge_awaiting_choice',
] as const
export type RejectionCode = (typeof rejectionCodes)[number]

/** In what the two numbers of a check are measured. */
export type CheckUnit = 'cents' | 'odds' | 'count' | 'instant'

/** How what is found must stand to the limit. */
export const comparisons = ['<=', '>=', '<'] as const
export type Comparison = (typeof comparisons)[number]

/** One rule held against one bet: the numbers that explain the outcome. */
export interface Check {
  readonly code: RejectionCode
  readonly unit: CheckUnit
  readonly actual: number
  readonly limit: number
  readonly comparison: Comparison
  readonly holds: boolean
}

/** Why a bet was rejected, with its numbers; stored beside the bet, where a dispute finds them. */
export type Breach = Pick<Check, 'code' | 'unit' | 'actual' | 'limit'>

/** What the rules judge of a placement. */
export interface Slip {
  readonly stake: Cents
  readonly odds: Odds
  readonly selectionsCount: number
  readonly isCashOut: boolean
  readonly eventAt: Instant
}

/** A rule of a bet; undefined where its limit is off or the phase does not know it. */
export type BetRule = (program: Program, slip: Slip, now: Instant) => Check | undefined

/** The maximum itself is allowed. */
export const atMost = (
  code: RejectionCode,
  unit: CheckUnit,
  actual: number,
  limit: number | null,
): Check | undefined =>
  limit === null ? undefined : { code, unit, actual, limit, comparison: '<=', holds: actual <= limit }

/** The minimum itself is allowed. */
export const atLeast = (
  code: RejectionCode,
  unit: CheckUnit,
  actual: number,
  limit: number | null,
): Check | undefined =>
  limit === null ? undefined : { code, unit, actual, limit, comparison: '>=', holds: actual >= limit }

/** Reaching the limit counts: loss limits are inclusive. */
export const below = (code: RejectionCode, unit: CheckUnit, actual: number, limit: number | null): Check | undefined =>
  limit === null ? undefined : { code, unit, actual, limit, comparison: '<', holds: actual < limit }
