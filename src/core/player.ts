import type { Bet } from './bet/bet.ts'
import type { PlayerId } from './ids.ts'
import type { Instant } from './instant.ts'
import type { Program } from './program.ts'
import type { PayoutReview } from './tenant.ts'

/** Whether a player may buy. Rules 5.14 */
export interface SelfExclusion {
  readonly excluded: boolean
  /** Null: without end. */
  readonly until: Instant | null
}

export const notExcluded: SelfExclusion = { excluded: false, until: null }

/** What the tenant lays down for all its players, as it stands when the command is decided. */
export interface TenantStanding {
  /** How old an event time may be. Rules 1.6 */
  readonly maxBackfillHours: number
  /** Null: no limit. Rules 5.13 */
  readonly monthlyChallengeLimit: number | null
  /** The tenant's purchases in the current UTC month. */
  readonly purchasesThisMonth: number
  readonly payoutReview: PayoutReview
}

/** For folding a history, which asks nothing of the tenant: what was decided is in the events. */
export const noStanding: TenantStanding = {
  maxBackfillHours: 0,
  monthlyChallengeLimit: null,
  purchasesThisMonth: 0,
  payoutReview: 'operator',
}

/**
 * The state that decisions are made on: one player with the latest program, running or ended, and the one bet that the
 * command names. While a decision is made nothing of it can change: it is locked, or the write finds out that it did.
 */
export interface Player {
  readonly id: PlayerId
  readonly selfExclusion: SelfExclusion
  readonly program: Program | null
  readonly bet: Bet | null
  readonly tenant: TenantStanding
}

/** A player of whom nothing is known yet. */
export const newPlayer = (id: PlayerId, tenant: TenantStanding): Player => ({
  id,
  selfExclusion: notExcluded,
  program: null,
  bet: null,
  tenant,
})
