import type { BetReport, FlagReason, PlacementReport } from './bet/bet.ts'
import type { Breach } from './bet/rules/rule.ts'
import type { Payout } from './funded/payout.ts'
import type { EventId, ExternalBetId, ProgramId } from './ids.ts'
import type { Instant, UtcDay } from './instant.ts'
import type { Cents } from './money.ts'
import type { FailureReason } from './program.ts'
import type { Phase, Terms } from './terms.ts'

/** A fact: written once, never changed, enough to fold every state and every ledger entry from. */
interface Fact {
  readonly id: EventId
  /** When it happened in the tenant's time; for what fell due, the time at which it was due. Rules 7.1 */
  readonly at: Instant
}

/** The bet event of an operator, as it was taken in. Its id is the `betEventId`. */
interface BetFact extends Fact {
  readonly report: BetReport
  /** The event time: as sent, or the time of arrival. Rules 1.6 */
  readonly eventAt: Instant
  /** `currentBalance` after it; null where it is recorded under no running program. */
  readonly balanceAfter: Cents | null
}

interface UnderProgram {
  readonly programId: ProgramId
  readonly phase: Phase
}

/** The program that it is recorded under, if there is one. */
interface MaybeUnderProgram {
  readonly programId: ProgramId | null
  readonly phase: Phase | null
}

export interface BetAccepted extends BetFact, UnderProgram {
  readonly type: 'BetAccepted'
  readonly report: PlacementReport
  /** The day that becomes active by it. Rules 4.15, 5.4 */
  readonly activeDay: UtcDay
}

/** A placement that was refused. Without a running program it has no duplicate key, hence no verdict. Rules 4.2, 4.3 */
export interface BetRejected extends BetFact, MaybeUnderProgram {
  readonly type: 'BetRejected'
  readonly report: PlacementReport
  readonly reasons: readonly Breach[]
  /** A running program counts its rejections; a passed one is not touched. Rules 5.3 */
  readonly counted: boolean
}

/** Rules 2.5, 2.6 */
export interface BetSettled extends BetFact, UnderProgram {
  readonly type: 'BetSettled'
  readonly outcome: 'won' | 'lost'
  readonly stake: Cents
  readonly returned: Cents
  readonly loss: Cents
}

/** A void that took effect. `undone` says what it reversed: nothing, where the program had ended. Rules 4.10 */
export interface BetVoided extends BetFact, UnderProgram {
  readonly type: 'BetVoided'
  readonly undone: 'open' | 'won' | 'lost' | 'nothing'
  readonly stake: Cents
  readonly returned: Cents
  /** The loss that it takes back, at the time of the settlement. Rules 6.5 */
  readonly loss: Cents
  readonly lossAt: Instant | null
}

/** A void of a bet that was never accepted: answered, without effect. Rules 4.11 */
export interface UnacceptedBetVoided extends BetFact, MaybeUnderProgram {
  readonly type: 'UnacceptedBetVoided'
}

/** A settlement or void that moved nothing and says why. Rules 4.4 to 4.8 */
export interface BetFlagged extends BetFact, MaybeUnderProgram {
  readonly type: 'BetFlagged'
  readonly reason: FlagReason
}

/** A cash-out during the challenge phase: the bet stays open. Rules 4.9 */
export interface SettlementRejected extends BetFact, MaybeUnderProgram {
  readonly type: 'SettlementRejected'
  readonly reasons: readonly Breach[]
}

export type BetEvent =
  | BetAccepted
  | BetRejected
  | BetSettled
  | BetVoided
  | UnacceptedBetVoided
  | BetFlagged
  | SettlementRejected

export interface ChallengePurchased extends Fact {
  readonly type: 'ChallengePurchased'
  readonly programId: ProgramId
  readonly terms: Terms
  readonly ownStake: Cents
  readonly bonusAmount: Cents
  readonly startingBalance: Cents
  readonly targetBalance: Cents
  readonly startedAt: Instant
  readonly expiresAt: Instant
}

export interface ChallengePassed extends Fact {
  readonly type: 'ChallengePassed'
  readonly programId: ProgramId
  readonly programBalance: Cents
  readonly refundableOwnStake: Cents
}

/** How the sub-balances of a program are emptied at its end, and what becomes of the own stake. Rules 2.10, 2.12 */
export interface Closing {
  readonly finalBalance: Cents
  /** reserved -> available */
  readonly released: Cents
  /** available -> house; negative the other way. */
  readonly swept: Cents
  readonly ownStake: Cents
  readonly ownStakeGoes: 'to_player' | 'forfeited' | 'on'
}

interface Ending extends Fact {
  readonly programId: ProgramId
  readonly closing: Closing
}

export interface ChallengeFailed extends Ending {
  readonly type: 'ChallengeFailed'
  readonly reason: FailureReason
}

export interface ChallengeCompleted extends Ending {
  readonly type: 'ChallengeCompleted'
}

export interface ChallengeStakeRefunded extends Ending {
  readonly type: 'ChallengeStakeRefunded'
}

export interface ChallengeBonusVoided extends Fact {
  readonly type: 'ChallengeBonusVoided'
  readonly programId: ProgramId
  readonly bonusAmount: Cents
}

export interface ChallengeCancelled extends Ending {
  readonly type: 'ChallengeCancelled'
  readonly bonusVoided: Cents
}

/** 24 hours before expiry. Rules 5.8 */
export interface ChallengeExpiringSoon extends Fact {
  readonly type: 'ChallengeExpiringSoon'
  readonly programId: ProgramId
  readonly hoursRemaining: number
  readonly currentBalance: Cents
  readonly targetBalance: Cents
  readonly betsPlaced: number
  readonly activeDays: number
}

/** Rules 8.1 */
export interface FundedAccountActivated extends Fact {
  readonly type: 'FundedAccountActivated'
  readonly programId: ProgramId
  readonly challengeId: ProgramId
  readonly fundedAmount: Cents
  readonly ownStake: Cents
}

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
  readonly reason: 'max_drawdown_exceeded' | 'inactivity' | 'first_payout_deadline'
}

/** The last payout is made. Rules 10.11 */
export interface FundedAccountClosed extends Ending {
  readonly type: 'FundedAccountClosed'
  readonly reason: 'max_payouts_reached' | 'payout_cap_reached'
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

/** Rules 6.3 */
export interface CooldownTriggered extends Fact {
  readonly type: 'CooldownTriggered'
  readonly programId: ProgramId
  readonly phase: Phase
  readonly from: Instant
  readonly until: Instant
  readonly day: UtcDay
}

/** Rules 6.4. Only a cooldown that ended by time begins a new session. */
export interface CooldownLifted extends Fact {
  readonly type: 'CooldownLifted'
  readonly programId: ProgramId
  readonly phase: Phase
  readonly why: 'time' | 'void' | 'program_over'
}

export type FlagType =
  | 'conflicting_settlement'
  | 'settlement_mismatch'
  | 'program_closed'
  | 'cashout'
  | 'negative_balance'
  | 'void_after_payout'

/** Something that a person at the operator should look at. Rules 4.13 */
export interface FlagOpened extends Fact {
  readonly type: 'FlagOpened'
  readonly flagType: FlagType
  readonly betEventId: EventId
  readonly externalBetId: ExternalBetId
  readonly description: string
}

export interface SelfExclusionSet extends Fact {
  readonly type: 'SelfExclusionSet'
  readonly excluded: boolean
  readonly until: Instant | null
}

export type FundedEvent =
  | PayoutRequested
  | PayoutResized
  | PayoutExecuted
  | PayoutRejected
  | MandatoryPayoutArmed
  | FundedAccountRevoked
  | FundedAccountClosed
  | FundedStakeRefunded
  | FundedBonusVoided
  | MissedDeadlineTold

export type ProgramEvent =
  | ChallengePurchased
  | ChallengePassed
  | ChallengeFailed
  | ChallengeCompleted
  | ChallengeStakeRefunded
  | ChallengeBonusVoided
  | ChallengeCancelled
  | ChallengeExpiringSoon
  | FundedAccountActivated
  | FundedEvent
  | CooldownTriggered
  | CooldownLifted

export type DomainEvent = BetEvent | ProgramEvent | FlagOpened | SelfExclusionSet

export const isBetEvent = (event: DomainEvent): event is BetEvent => 'report' in event

const fundedEventTypes: ReadonlySet<string> = new Set<FundedEvent['type']>([
  'PayoutRequested',
  'PayoutResized',
  'PayoutExecuted',
  'PayoutRejected',
  'MandatoryPayoutArmed',
  'FundedAccountRevoked',
  'FundedAccountClosed',
  'FundedStakeRefunded',
  'FundedBonusVoided',
  'MissedDeadlineTold',
])

export const isFundedEvent = (event: DomainEvent): event is FundedEvent => fundedEventTypes.has(event.type)
