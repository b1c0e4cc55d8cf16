import type { ProgramId, Uuid } from '../ids.ts'
import type { Instant } from '../instant.ts'
import type { Cents } from '../money.ts'
import type { Percent } from '../percent.ts'

export type PayoutId = Uuid

/** Who decided on a payout: the operator's actor, or the service itself. */
export type DecidedBy = string

export const payoutStatuses = ['pending', 'executed', 'rejected'] as const
export type PayoutStatus = (typeof payoutStatuses)[number]

/** A share of the profit on its way to the player; `pending` waits for the operator. Rules 10.1 */
export interface Payout {
  readonly id: PayoutId
  readonly programId: ProgramId
  readonly status: PayoutStatus
  /** Which payout of the account this is, or would have been: 1 for the first. */
  readonly number: number
  /** What leaves the balance. */
  readonly grossAmount: Cents
  readonly userShare: Cents
  readonly operatorShare: Cents
  readonly profitSplitPercent: Percent
  /** The own stake, which goes back with the first payout; else 0. */
  readonly ownStakeReturned: Cents
  readonly accountClosed: boolean
  /** `currentBalance` once it is executed; null before. */
  readonly balanceAfter: Cents | null
  /** Whether the service asked for it at the mandatory threshold. Rules 10.12 */
  readonly mandatory: boolean
  readonly requestedAt: Instant
  readonly decidedAt: Instant | null
  readonly decidedBy: DecidedBy | null
  readonly reason: string | null
}

/** Why a payout cannot be had, in the order in which the reasons are listed. Rules 10.4 */
export const payoutRefusals = [
  'payout_pending',
  'first_payout_deadline',
  'max_payouts_reached',
  'payout_cap_reached',
  'payout_interval',
  'no_profit',
  'open_bets',
  'invalid_amount',
  'insufficient_withdrawable_balance',
  'below_min_payout',
] as const
export type PayoutRefusal = (typeof payoutRefusals)[number]
