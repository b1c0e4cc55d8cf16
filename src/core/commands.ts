import type { BetReport, CorrectionReport, PlacementReport } from './bet/bet.ts'
import type { DecidedBy, PayoutId } from './funded/payout.ts'
import type { EventId } from './ids.ts'
import type { Instant } from './instant.ts'
import type { Cents } from './money.ts'
import type { Terms } from './terms.ts'

interface Asked {
  /** A UUIDv7 made by the shell: all that the command creates is named after it. */
  readonly id: EventId
}

interface Reported extends Asked {
  /** The event waited since it was received: its time was judged then, and is not judged again. Rules 1.6 */
  readonly isTimely?: true
}

/** Rules 4.2 */
export interface PlaceBet extends Reported {
  readonly type: 'PlaceBet'
  readonly report: PlacementReport
}

/** Rules 4.14 */
export interface SettleBet extends Reported {
  readonly type: 'SettleBet'
  readonly report: BetReport & { readonly status: 'settled-won' | 'settled-lost' }
}

/** Rules 4.10, 4.11 */
export interface VoidBet extends Reported {
  readonly type: 'VoidBet'
  readonly report: BetReport & { readonly status: 'voided' }
}

/** Rules 4.17 */
export interface CorrectBet extends Asked {
  readonly type: 'CorrectBet'
  readonly report: CorrectionReport
  /** Why, in the words of whoever corrects. */
  readonly note: string
}

/** What a tier id led to when the purchase came in. */
export type Offer =
  | { readonly kind: 'missing' }
  | { readonly kind: 'disabled' }
  | { readonly kind: 'open'; readonly terms: Terms }

/** Rules 5.1 */
export interface PurchaseChallenge extends Asked {
  readonly type: 'PurchaseChallenge'
  readonly offer: Offer
  /** When the challenge begins; null is now. Rules 5.2 */
  readonly startedAt: Instant | null
}

/** Rules 5.9 */
export interface ContinueChallenge extends Asked {
  readonly type: 'ContinueChallenge'
}

/** Rules 5.10 */
export interface RefundStake extends Asked {
  readonly type: 'RefundStake'
}

/** Rules 5.11 */
export interface CancelChallenge extends Asked {
  readonly type: 'CancelChallenge'
}

/** Rules 5.14 */
export interface SetSelfExclusion extends Asked {
  readonly type: 'SetSelfExclusion'
  readonly excluded: boolean
  /** Null: without end. */
  readonly until: Instant | null
}

/** Rules 10.3 */
export interface RequestPayout extends Asked {
  readonly type: 'RequestPayout'
  /** What shall leave the balance; 0 where the amount asked for rounds to nothing. */
  readonly grossAmount: Cents
}

/** Rules 10.9 */
export interface ConfirmPayout extends Asked {
  readonly type: 'ConfirmPayout'
  readonly payoutId: PayoutId
  readonly actor: DecidedBy
}

/** Rules 10.10 */
export interface RejectPayout extends Asked {
  readonly type: 'RejectPayout'
  readonly payoutId: PayoutId
  readonly actor: DecidedBy
  readonly reason: string | null
}

/** Rules 10.15 */
export interface RefundFundedStake extends Asked {
  readonly type: 'RefundFundedStake'
}

/** Time has passed: apply what is due and nothing else. Rules 7.2 */
export interface Wake extends Asked {
  readonly type: 'Wake'
}

export type BetCommand = PlaceBet | SettleBet | VoidBet | CorrectBet
export type Command =
  | BetCommand
  | PurchaseChallenge
  | ContinueChallenge
  | RefundStake
  | CancelChallenge
  | SetSelfExclusion
  | RequestPayout
  | ConfirmPayout
  | RejectPayout
  | RefundFundedStake
  | Wake

/** A command that has not got its id yet. */
export type NewCommand<C extends Command = Command> = C extends Command ? Omit<C, 'id'> : never

/** Whether the command is about a bet, which its report names. */
export const isBetCommand = (command: Command): command is BetCommand => 'report' in command
