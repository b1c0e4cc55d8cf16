import type { Ending, Fact } from '../fact.ts'
import type { ProgramId } from '../ids.ts'
import type { Cents } from '../money.ts'
import type { ClosingReason, RevocationReason } from '../program.ts'
import type { Payout } from './payout.ts'

interface PayoutFact extends Fact {
  readonly programId: ProgramId
  /** The payout as the event leaves it. */
  readonly payout: Payout
}

/** available -> held. Rules 10.3 */
export interface PayoutRequested extends PayoutFact {
  readonly type: 'PayoutRequested'
}

/** The profit is not what it was: the request follows it. Rules 10.9 */
export interface PayoutResized extends PayoutFact {
  readonly type: 'PayoutResized'
  readonly grossBefore: Cents
}

/** held -> player and house; the own stake goes back with the first one. Rules 10.8 */
export interface PayoutExecuted extends PayoutFact {
  readonly type: 'PayoutExecuted'
}

/** held -> available. Rules 10.10 */
export interface PayoutRejected extends PayoutFact {
  readonly type: 'PayoutRejected'
}

/** The balance is below the mandatory threshold again: the next crossing asks anew. Rules 10.12 */
export interface MandatoryPayoutArmed extends Fact {
  readonly type: 'MandatoryPayoutArmed'
  readonly programId: ProgramId
}

/** Rules 10.13, 10.14, 5.6 */
export interface FundedAccountRevoked extends Ending {
  readonly type: 'FundedAccountRevoked'
  readonly reason: RevocationReason
}

/** The last payout is made. Rules 10.11 */
export interface FundedAccountClosed extends Ending {
  readonly type: 'FundedAccountClosed'
  readonly reason: ClosingReason
}

/** Rules 10.15 */
export interface FundedStakeRefunded extends Ending {
  readonly type: 'FundedStakeRefunded'
  readonly profitForfeited: Cents
}

export interface FundedBonusVoided extends Fact {
  readonly type: 'FundedBonusVoided'
  readonly programId: ProgramId
  readonly bonusAmount: Cents
}

/** A withdraw came after the deadline had ended the account, and was told so this once. Rules 10.13 */
export interface MissedDeadlineTold extends Fact {
  readonly type: 'MissedDeadlineTold'
  readonly programId: ProgramId
}

export type PayoutEvent = PayoutRequested | PayoutResized | PayoutExecuted | PayoutRejected

/** What happens to a funded account besides its bets and its cooldowns. */
export type FundedEvent =
  | PayoutEvent
  | MandatoryPayoutArmed
  | FundedAccountRevoked
  | FundedAccountClosed
  | FundedStakeRefunded
  | FundedBonusVoided
  | MissedDeadlineTold

/** One that is forgotten here does not compile. */
const fundedEventTypes: { readonly [type in FundedEvent['type']]: true } = {
  PayoutRequested: true,
  PayoutResized: true,
  PayoutExecuted: true,
  PayoutRejected: true,
  MandatoryPayoutArmed: true,
  FundedAccountRevoked: true,
  FundedAccountClosed: true,
  FundedStakeRefunded: true,
  FundedBonusVoided: true,
  MissedDeadlineTold: true,
}

export const isFundedEvent = (event: Fact & { readonly type: string }): event is FundedEvent =>
  Object.hasOwn(fundedEventTypes, event.type)
