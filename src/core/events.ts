import type { BetReport, CorrectionReport, FlagReason, Outcome, PlacementReport, SettledOutcome } from './bet/bet.ts'
import type { Breach } from './bet/rules/rule.ts'
import type { Ending, Fact } from './fact.ts'
import type { FoundByRules } from './flag.ts'
import type { FundedEvent } from './funded/funded-event.ts'
import type { EventId, ExternalBetId, ProgramId } from './ids.ts'
import type { Instant, UtcDay } from './instant.ts'
import type { Cents } from './money.ts'
import type { FailureReason } from './program.ts'
import type { Phase, Terms } from './terms.ts'

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
  readonly outcome: SettledOutcome
  readonly stake: Cents
  readonly returned: Cents
  readonly loss: Cents
}

/** A void that took effect. `undone` says what it reversed: nothing, where the program had ended. Rules 4.10 */
export interface BetVoided extends BetFact, UnderProgram {
  readonly type: 'BetVoided'
  readonly undone: 'open' | SettledOutcome | 'nothing'
  readonly stake: Cents
  readonly returned: Cents
  /** The loss that it takes back, at the time of the settlement. Rules 6.5 */
  readonly loss: Cents
  readonly lossAt: Instant | null
}

/** Another outcome in the place of the one that the bet had come to. Rules 4.17 */
export interface BetCorrected extends BetFact, UnderProgram {
  readonly type: 'BetCorrected'
  readonly report: CorrectionReport
  /** What the bet had come to before. */
  readonly undone: Outcome
  readonly outcome: Outcome
  readonly stake: Cents
  readonly returnedBefore: Cents
  readonly lossBefore: Cents
  readonly returned: Cents
  readonly loss: Cents
  /** When the bet was first settled or voided: both losses belong to that day. Rules 6.5 */
  readonly settledAt: Instant
  readonly note: string
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
  | BetCorrected
  | UnacceptedBetVoided
  | BetFlagged
  | SettlementRejected

export const isPlacement = (event: BetEvent): event is BetAccepted | BetRejected =>
  event.type === 'BetAccepted' || event.type === 'BetRejected'

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
  readonly why: 'time' | 'void' | 'correction' | 'program_over'
}

/** Something that a person at the operator should look at. Rules 4.13 */
export interface FlagOpened extends Fact {
  readonly type: 'FlagOpened'
  readonly flagType: FoundByRules
  readonly betEventId: EventId
  readonly externalBetId: ExternalBetId
  readonly description: string
}

export interface SelfExclusionSet extends Fact {
  readonly type: 'SelfExclusionSet'
  readonly excluded: boolean
  readonly until: Instant | null
}

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
