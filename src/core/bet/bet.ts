import type { EventId, ExternalBetId, PlayerId, ProgramId } from '../ids.ts'
import type { Instant } from '../instant.ts'
import type { Cents } from '../money.ts'
import type { Odds } from '../odds.ts'
import type { Phase } from '../terms.ts'
import type { Breach } from './rules/rule.ts'

export const betStatuses = ['placed', 'settled-won', 'settled-lost', 'voided'] as const
export type BetStatus = (typeof betStatuses)[number]

/** What a settled bet has come to. */
export const settledOutcomes = ['won', 'lost'] as const
export type SettledOutcome = (typeof settledOutcomes)[number]

/** What a bet can come to. */
export const outcomes = [...settledOutcomes, 'voided'] as const
export type Outcome = (typeof outcomes)[number]

/** A bet event as the operator reported it. */
export interface BetReport {
  readonly externalBetId: ExternalBetId
  readonly status: BetStatus
  /** Asked for on a placement; on a settlement checked against the placement when sent. Rules 4.8 */
  readonly stake: Cents | null
  readonly odds: Odds | null
  /** The total return, stake included; asked for on settled-won. */
  readonly settlementAmount: Cents | null
  readonly isCashOut: boolean
  readonly betType: string
  readonly selectionsCount: number
  /** When it happened; null is now. Rules 1.6 */
  readonly eventAt: Instant | null
  /** Who at the operator settled the bet by hand; absent where the operator's feed reports. Rules 4.16 */
  readonly actor?: string
}

/** What a person at the operator puts in the place of an earlier outcome. */
export type CorrectionReport = BetReport & { readonly status: 'settled-won' | 'settled-lost' | 'voided' }

/** A placement has what the rules judge. */
export interface PlacementReport extends BetReport {
  readonly status: 'placed'
  readonly stake: Cents
  readonly odds: Odds
}

export const flagReasons = [
  'conflicting_settlement',
  'settlement_mismatch',
  'no_accepted_placement',
  'program_closed',
] as const
export type FlagReason = (typeof flagReasons)[number]

/** What is made of a bet event. */
export const betResults = ['accepted', 'rejected', 'flagged'] as const
export type BetResult = (typeof betResults)[number]

/** What was answered to a bet event; a resend gets it again. Rules 4.1 */
export interface BetVerdict {
  readonly betEventId: EventId
  readonly result: BetResult
  readonly reasons: readonly Breach[]
  readonly flagReason: FlagReason | null
}

export interface Placement {
  readonly eventId: EventId
  readonly accepted: boolean
  readonly programId: ProgramId
  readonly phase: Phase
  readonly stake: Cents
  readonly odds: Odds
}

/** A settlement that moved money, with what a void needs to undo it; `at` stays that of the first one. */
export interface Settlement {
  readonly eventId: EventId
  readonly returned: Cents
  readonly loss: Cents
  readonly at: Instant
}

/**
 * Where a bet stands. A bet is known from its first event on, also when that was no placement: `placement` is null then.
 * `verdicts` holds the answers of the events that took effect, which is the duplicate key; `doubts` the last flagged or
 * rejected verdict of a status, which is judged anew when it is resent. Rules 4.1, 4.12
 */
export interface Bet {
  readonly externalBetId: ExternalBetId
  readonly playerId: PlayerId
  readonly placement: Placement | null
  readonly standing: 'unaccepted' | 'open' | Outcome
  readonly settlement: Settlement | null
  /**
   * Of a voided bet: the event time of its first settlement, else of the void. A correction counts its loss there.
   * Absent on all others, whose settlement has it. Rules 4.17
   */
  readonly settledAt?: Instant
  /**
   * The correction that the bet stands by, where it gave the bet a duplicate key: the next outcome takes that away
   * again. Absent where the key is that of the feed's own event. Rules 4.17
   */
  readonly correction?: EventId
  readonly verdicts: { readonly [status in BetStatus]?: BetVerdict }
  readonly doubts: { readonly [status in BetStatus]?: BetVerdict }
}
