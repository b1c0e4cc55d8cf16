import type { Cents } from './amount.ts'
import type { Limits, PayoutRules, Tier } from './plan.ts'

type FailureReason = 'max_drawdown_exceeded' | 'insufficient_active_days' | 'expired'

export type EndReason =
  | 'max_drawdown_exceeded'
  | 'inactivity'
  | 'first_payout_deadline'
  | 'max_payouts_reached'
  | 'payout_cap_reached'
  | 'stake_refunded'

type ProgramStatus =
  | 'active'
  | 'passed_pending_choice'
  | 'completed'
  | 'refunded'
  | 'failed'
  | 'cancelled'
  | 'revoked'
  | 'closed'

/** A challenge or funded account as the player's own books show it. */
export interface Program {
  readonly id: string
  readonly kind: 'challenge' | 'funded'
  readonly tier: Tier
  readonly limits: Limits
  readonly startingBalance: Cents
  /** Undefined for a funded account: nothing is to be reached and nothing runs out. */
  readonly target: Cents | undefined
  readonly expiresAt: number | undefined
  /** What a funded account pays out; undefined for a challenge. */
  readonly payouts: PayoutBooks | undefined
  readonly activeDays: Set<number>
  /** The balance after each change, for the picture. */
  readonly curve: { at: number; balance: Cents }[]
  status: ProgramStatus
  failureReason: FailureReason | undefined
  endReason: EndReason | undefined
  /** Open stakes and the gross amount of a pending payout included. */
  balance: Cents
  reserved: Cents
  openBets: number
  accepted: number
  rejected: number
  /** When it left `active` or, after a pass, was chosen for. Undefined while it runs. */
  endedAt: number | undefined
}

/** One payout as the books have it. */
export interface Claim {
  /** Undefined until the operator's list shows it: the service itself asks for a mandatory payout. */
  id: string | undefined
  readonly number: number
  readonly mandatory: boolean
  /** The own stake that comes with the first payout, else 0. */
  readonly ownStake: Cents
  gross: Cents
  share: Cents
  status: 'pending' | 'executed' | 'rejected'
  /** Whether it was decided by the service, not by the operator. */
  isDecidedBySystem: boolean
  closesAccount: boolean
  balanceAfter: Cents | undefined
}

/** What the books keep of a funded account beside its balance. Instants are those of the stage, which the service's follow. */
export interface PayoutBooks {
  readonly rules: PayoutRules
  readonly openedAt: number
  readonly claims: Claim[]
  /** The own stake until it is returned or forfeited. */
  ownStake: Cents
  /** The latest accepted bet, decision on a payout, or the opening. */
  lastActivityAt: number
  /** Of the last executed payout. */
  lastPayoutAt: number | undefined
  /** Whether the balance was seen below the mandatory threshold since the service last asked. */
  isArmed: boolean
  /** Whether the player has been told that the first payout was missed: the service says so once. */
  isMissTold: boolean
}

export type Account = Program & { readonly payouts: PayoutBooks }

export const isAccount = (program: Program | undefined): program is Account => program?.payouts !== undefined

export const isOpen = (program: Program): boolean =>
  program.status === 'active' || program.status === 'passed_pending_choice'

export function end(program: Program, status: ProgramStatus, at: number): void {
  program.status = status
  program.endedAt = at
  program.curve.push({ at, balance: program.balance })
}

/** Compared without rounding: both sides times 10,000. */
export const isDrawnDown = (program: Program): boolean =>
  (program.startingBalance - program.balance) * 10_000 >= program.limits.totalDrawdown * program.startingBalance
