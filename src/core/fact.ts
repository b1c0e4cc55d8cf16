import type { EventId, ProgramId } from './ids.ts'
import type { Instant } from './instant.ts'
import type { Cents } from './money.ts'

/** A fact: written once, never changed, enough to fold every state and every ledger entry from. */
export interface Fact {
  readonly id: EventId
  /** When it happened in the tenant's time; for what fell due, the time at which it was due. Rules 7.1 */
  readonly at: Instant
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

/** What ends a program. */
export interface Ending extends Fact {
  readonly programId: ProgramId
  readonly closing: Closing
}
