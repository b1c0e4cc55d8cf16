import type { Answer, Refusal } from '../core/answers.ts'
import type { BetCommand, Command } from '../core/commands.ts'
import type { DomainEvent } from '../core/events.ts'
import type { EventId, TenantId, UserId, Uuid } from '../core/ids.ts'
import type { Instant } from '../core/instant.ts'
import type { Player } from '../core/player.ts'
import type { InboxStanding } from '../store/inbox.ts'
import type { Tenant } from '../store/tenants.ts'
import type { Auditing } from './audit/auditing.ts'
import type { Delivering } from './delivering.ts'
import type { Doors } from './doors.ts'
import type { Explaining } from './explain.ts'
import type { Flagging } from './flags.ts'
import type { Claiming } from './idempotency.ts'
import type { Changing } from './live/change-followers.ts'
import type { Following } from './live/following.ts'
import type { Maintaining } from './maintenance.ts'
import type { Offering } from './offering.ts'
import type { Office } from './office.ts'
import type { Reading } from './reading.ts'
import type { Reconciling } from './statements.ts'
import type { Tenancy } from './tenancy.ts'
import type { UserData } from './user-data.ts'
import type { Findings } from './verify-ledger.ts'

export { StoreUnavailable } from '../store/store-unavailable.ts'

/** A player as the tenant names them. */
export interface Who {
  readonly tenantId: TenantId
  readonly userId: UserId
}

type Unsigned<C> = C extends Command ? Omit<C, 'id'> & { readonly id?: EventId } : never
/** A command before the pipeline gives it its id. */
export type Request = Unsigned<Command>

export type BetRequest = Unsigned<BetCommand>

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

/** What is stored for an idempotency key and sent again to whoever repeats it. Rules 9.1 */
export interface StoredResponse {
  readonly status: number
  /** The JSON text of the body, as it was sent. */
  readonly body: string
}

/** A key that this request holds: its answer is stored with it, or the key is released. */
export interface Claim {
  readonly tenantId: TenantId
  /** Method and path. */
  readonly scope: string
  readonly key: string
  readonly claimId: Uuid
}

export type ClaimResult =
  | { readonly kind: 'claimed'; readonly claim: Claim }
  | { readonly kind: 'replay'; readonly response: StoredResponse }
  | { readonly kind: 'conflict' }
  | { readonly kind: 'in_progress' }

/** Stores the answer to a key in the transaction of the command itself, so that both happen or neither. */
export interface Receipt {
  readonly claim: Claim
  /** Null: nothing is kept for this outcome, and the key is free again. */
  readonly render: (outcome: Outcome) => StoredResponse | null
}

/**
 * Everything that the doors (HTTP, jobs) may ask of the application. A refusal is an answer; null is a thing that does
 * not exist for this tenant. Throws `ServiceBusy` when the pipeline is full or stopping, `StoreUnavailable` when the
 * database cannot be reached, `ClaimLost` when another request has the key by now.
 */
export interface App
  extends Reading,
    Claiming,
    Offering,
    Tenancy,
    Doors,
    Maintaining,
    Delivering,
    Flagging,
    Explaining,
    Reconciling,
    Office,
    UserData,
    Auditing,
    Following,
    Changing {
  /** Runs a command through the pipeline, after all commands of the same player that came before. */
  run(who: Who, request: Request, receipt?: Receipt): Promise<Outcome>
  /** The same, after the bets of the player that wait in the inbox of the tenant. */
  runAfterQueued(tenant: Tenant, who: Who, request: Request, receipt?: Receipt): Promise<Outcome>
  /** Resolves when no bet waits any more that was answered with one of these ids. */
  decideQueued(tenant: Tenant, ids: readonly EventId[]): Promise<void>
  /** Keeps a bet to be decided later, and resolves when it is kept. */
  queueBet(who: Who, request: BetRequest): Promise<Queued>
  /** The same for an action of the user's money, with the operator's approval where the tenant has a URL for it. */
  runAsked(tenant: Tenant, who: Who, request: Request, correlationId: string, receipt?: Receipt): Promise<Outcome>
  /** What a command would come to now; nothing of it is stored. */
  preview(who: Who, request: Request): Promise<Outcome>

  /**
   * Re-folds every program of a tenant and compares; opens a flag a mismatch. Throws `ServiceBusy` where `patience` ends
   * before its turn has come, as every long read does. Rules 2.13
   */
  verifyLedger(tenantId: TenantId, patience?: AbortSignal): Promise<Findings>
  health(): Promise<Health>
}

export interface Health {
  readonly database: { readonly ok: boolean; readonly latencyMs: number }
  readonly queue: { readonly ok: boolean; readonly depth: number }
  /** Queued bets; null while the database is away. */
  readonly inbox: InboxStanding | null
}

/** The pipeline is full or stopping: come again. */
export class ServiceBusy extends Error {
  override readonly name = 'ServiceBusy'
}

/** A claim was taken over while its request ran: nothing is stored, and whoever holds the key now has the answer. */
export class ClaimLost extends Error {
  override readonly name = 'ClaimLost'
}
