import type { Payout } from './funded/payout.ts'
import type { ProgramId } from './ids.ts'
import type { Instant, UtcDay } from './instant.ts'
import { add, type Cents, subtract } from './money.ts'
import type { Ruleset, Terms } from './terms.ts'

/** The three sub-balances of a program; their sum is its `currentBalance`. Rules 2.1 */
export interface Balances {
  readonly available: Cents
  /** The stakes of open bets. */
  readonly reserved: Cents
  /** The gross amount of a pending payout. */
  readonly held: Cents
}

/** What a settlement cost the player: stake less return, at the event time of the settlement. Rules 6.1 */
export interface Loss {
  readonly at: Instant
  readonly amount: Cents
}

/** From when to when bets were refused; a bet whose event time lies within belongs to it. Rules 6.3, 6.4 */
export interface CooldownWindow {
  readonly from: Instant
  readonly until: Instant
}

export interface Cooldown extends CooldownWindow {
  /** The UTC day whose session reached the limit. */
  readonly day: UtcDay
}

/** What a challenge and a funded account have in common. */
interface Running {
  readonly id: ProgramId
  readonly terms: Terms
  readonly startedAt: Instant
  readonly startingBalance: Cents
  readonly balances: Balances
  readonly lowestBalance: Cents
  readonly peakBalance: Cents
  readonly betsAccepted: number
  readonly betsRejected: number
  readonly betsOpen: number
  /** What a session can still count, as sums of the losses that none tells apart, each from its `at` on. Rules 6.2 */
  readonly losses: readonly Loss[]
  /** When the last cooldown ended by time: a new session began. Rules 6.2 */
  readonly sessionSince: Instant | null
  readonly cooldown: Cooldown | null
  readonly pastCooldowns: readonly CooldownWindow[]
  readonly endedAt: Instant | null
  readonly finalBalance: Cents | null
}

export const challengeStatuses = [
  'active',
  'passed_pending_choice',
  'completed',
  'refunded',
  'failed',
  'cancelled',
] as const
export type ChallengeStatus = (typeof challengeStatuses)[number]

export const failureReasons = ['max_drawdown_exceeded', 'insufficient_active_days', 'expired'] as const
export type FailureReason = (typeof failureReasons)[number]

export interface Challenge extends Running {
  readonly kind: 'challenge'
  readonly status: ChallengeStatus
  readonly failureReason: FailureReason | null
  readonly expiresAt: Instant
  /** Whether the reminder of 24 hours before expiry has gone out. Rules 5.8 */
  readonly reminded: boolean
  /** The UTC days with an accepted bet, in order of arrival. Rules 5.4 */
  readonly activeDays: readonly UtcDay[]
  readonly passedAt: Instant | null
}

/** What takes a funded account away. */
export const revocationReasons = ['max_drawdown_exceeded', 'inactivity', 'first_payout_deadline'] as const
export type RevocationReason = (typeof revocationReasons)[number]

/** Why a payout was the last one. Rules 10.11 */
const closingReasons = ['max_payouts_reached', 'payout_cap_reached'] as const
export type ClosingReason = (typeof closingReasons)[number]

export const fundedEndReasons = [...revocationReasons, ...closingReasons, 'stake_refunded'] as const
export type FundedEndReason = (typeof fundedEndReasons)[number]

export const fundedStatuses = ['active', 'revoked', 'closed', 'refunded'] as const
export type FundedStatus = (typeof fundedStatuses)[number]

export interface FundedAccount extends Running {
  readonly kind: 'funded'
  readonly status: FundedStatus
  readonly challengeId: ProgramId
  /** The own stake until it is returned or forfeited, then 0. Rules 2.10 */
  readonly refundableOwnStake: Cents
  readonly endReason: FundedEndReason | null
  /** When it was opened, had a bet accepted, a payout executed or one decided: whichever came last. Rules 10.14 */
  readonly lastActivityAt: Instant
  readonly pendingPayout: Payout | null
  /** Executed payouts. */
  readonly payoutCount: number
  /** The user's shares of them. */
  readonly totalWithdrawn: Cents
  readonly lastPayoutAt: Instant | null
  /** A first payout was asked for in time, which satisfies the deadline for good. Rules 10.13 */
  readonly firstPayoutAsked: boolean
  /** Whether reaching the mandatory threshold asks for a payout: once a crossing. Rules 10.12 */
  readonly mandatoryArmed: boolean
  /** Whether the one late withdraw after a missed deadline has been told so. Rules 10.13 */
  readonly deadlineTold: boolean
}

/** *Program*: a challenge or a funded account. */
export type Program = Challenge | FundedAccount

/** What a player has whose program has not ended: a passed challenge awaits its choice. */
export const runningKinds = ['challenge', 'challenge_passed', 'funded_account'] as const
export type RunningKind = (typeof runningKinds)[number]

/** The balance of the program: what is free, what is staked and what is held. Rules 2.1 */
export const currentBalance = ({ balances }: Program): Cents =>
  add(add(balances.available, balances.reserved), balances.held)

/** The balance without the stakes of open bets. Rules 2.1 */
export const virtualBalance = (program: Program): Cents => subtract(currentBalance(program), program.balances.reserved)

/** The ruleset that judges the program's bets: the one of its phase, as pinned at purchase. Rules 9.3 */
export const rulesetOf = (program: Program): Ruleset =>
  program.kind === 'challenge' ? program.terms.challenge : program.terms.funded

/** Whether the program takes bets: a passed challenge that awaits its choice does not. */
export const isRunning = (program: Program | null): program is Program & { readonly status: 'active' } =>
  program?.status === 'active'

export const isRunningFunded = (program: Program | null): program is FundedAccount & { readonly status: 'active' } =>
  isRunning(program) && program.kind === 'funded'

export const isAwaitingChoice = (
  program: Program | null,
): program is Challenge & { readonly status: 'passed_pending_choice' } =>
  program?.kind === 'challenge' && program.status === 'passed_pending_choice'

/** A program that has not ended, as the code that refuses another one beside it. Rules 5.1 */
export type Hindrance = 'active_challenge_exists' | 'challenge_awaiting_choice' | 'active_funded_account_exists'

/** Null: there is none, or it has ended. */
export function hindranceOf(program: Pick<Program, 'kind' | 'status'> | null): Hindrance | null {
  if (program?.status === 'passed_pending_choice') return 'challenge_awaiting_choice'
  if (program?.status !== 'active') return null
  return program.kind === 'challenge' ? 'active_challenge_exists' : 'active_funded_account_exists'
}
