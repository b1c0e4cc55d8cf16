import type { Answer, Refusal } from '../core/answers.ts'
import type { BetCommand, NewCommand } from '../core/commands.ts'
import type { DomainEvent } from '../core/events.ts'
import type { EventId } from '../core/ids.ts'
import type { Instant } from '../core/instant.ts'
import type { Player } from '../core/player.ts'
import type { Tenant } from '../store/tenants.ts'
import type { Claim, StoredResponse } from './idempotency.ts'
import type { Who } from './who.ts'

/** A command that the pipeline gives its id, unless it was promised one before. */
export type Request = NewCommand & { readonly id?: EventId }

export type BetRequest = NewCommand<BetCommand> & { readonly id?: EventId }

/** A bet that waits in the inbox, by the id that its stored event will have; or why it was not taken in. */
export type Queued = { readonly kind: 'queued'; readonly betEventId: EventId } | Refusal

/** What became of a command. */
export interface Outcome {
  readonly answer: Answer
  /** The player after the command, with the latest program. */
  readonly player: Player
  /** What was stored of it, what fell due before it included. */
  readonly events: readonly DomainEvent[]
  /** The tenant's time at which it was decided. */
  readonly now: Instant
}

/** Stores the answer to a key in the transaction of the command itself, so that both happen or neither. */
export interface Receipt {
  readonly claim: Claim
  /** Null: nothing is kept for this outcome, and the key is free again. */
  readonly render: (outcome: Outcome) => StoredResponse | null
}

/** Commands of players: run now, kept for later, or only thought through. */
export interface Running {
  /** Runs a command through the pipeline, after all commands of the same player that came before. */
  run(who: Who, request: Request, receipt?: Receipt): Promise<Outcome>
  /** The same, after the bets of the player that wait in the inbox of the tenant. */
  runAfterQueued(tenant: Tenant, who: Who, request: Request, receipt?: Receipt): Promise<Outcome>
  /** Resolves when no bet waits any more that was answered with one of these ids. */
  decideQueued(tenant: Tenant, ids: readonly EventId[]): Promise<void>
  /** Keeps a bet to be decided later, and resolves when it is kept. */
  queueBet(who: Who, request: BetRequest): Promise<Queued>
  /** Runs an action of the user's money, with the operator's approval in between where the tenant has a URL for it. */
  runAsked(tenant: Tenant, who: Who, request: Request, correlationId: string, receipt?: Receipt): Promise<Outcome>
  /** What a command would come to now; nothing of it is stored. */
  preview(who: Who, request: Request): Promise<Outcome>
}
