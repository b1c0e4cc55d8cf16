import type { Answer, Refusal } from '../core/answers.ts'
import type { BetCommand, Command, Offer } from '../core/commands.ts'
import type { DomainEvent } from '../core/events.ts'
import type { Payout, PayoutId } from '../core/funded/payout.ts'
import type { EventId, ProgramId, RulesetId, TenantId, TierId, UserId, Uuid } from '../core/ids.ts'
import type { Instant } from '../core/instant.ts'
import type { Player } from '../core/player.ts'
import type { Program } from '../core/program.ts'
import type { Ruleset, Terms, Tier } from '../core/terms.ts'
import type { BetRecordFilter } from '../store/bet-records.ts'
import type { BetRecord } from '../store/bet-rows.ts'
import type { Again, Delivery } from '../store/deliveries.ts'
import type { InboxStanding } from '../store/inbox.ts'
import type { KnownKey } from '../store/keys.ts'
import type { OutgoingEvent } from '../store/outbox.ts'
import type { Page, PageRequest } from '../store/page.ts'
import type { PayoutFilter, PayoutRecord } from '../store/payouts.ts'
import type { ApiKeyKind, IntegrationMode, Tenant, TenantChange, TenantPlan } from '../store/tenants.ts'
import type { Auditing } from './audit/auditing.ts'
import type { Edit } from './catalog.ts'
import type { Doors } from './doors.ts'

import type { Explaining } from './explain.ts'
import type { Flagging } from './flags.ts'
import type { Leaderboard } from './leaderboards.ts'
import type { Changing } from './live/change-followers.ts'
import type { Following } from './live/following.ts'

import type { Maintaining } from './maintenance.ts'
import type { Office } from './office.ts'
import type { Reconciling } from './statements.ts'
import type { Usage } from './usage.ts'
import type { UserData } from './user-data.ts'
import type { Findings } from './verify-ledger.ts'
import type { KeptVersion } from './versions.ts'

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

export interface ReadPlayer {
  readonly player: Player
  /** The player as of now: what is due is applied. */
  readonly now: Instant
  readonly tenant: Tenant
  /** The number of the player's last stored event; 0 before the first. */
  readonly seq: number
}

/** A program in the history of a user, with the payouts of a funded account, the oldest first. */
export interface PastProgram {
  readonly program: Program
  readonly payouts: readonly Payout[]
}

/** A program as of now, with the user that it belongs to. */
export interface ProgramNow {
  readonly program: Program
  readonly userId: UserId
  readonly now: Instant
}

/**
 * Everything that the doors (HTTP, jobs) may ask of the application. A refusal is an answer; null is a thing that does
 * not exist for this tenant. Throws `ServiceBusy` when the pipeline is full or stopping, `StoreUnavailable` when the
 * database cannot be reached, `ClaimLost` when another request has the key by now.
 */
export interface App
  extends Tenancy,
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

  /** The player as of now; a user that was never seen is a player without a program. Coalesced, never cached. */
  readPlayer(who: Who): Promise<ReadPlayer>
  /** Past and present programs of a user, newest first, as of now. */
  history(who: Who, page: PageRequest): Promise<Page<PastProgram>>
  program(tenantId: TenantId, id: ProgramId): Promise<ProgramNow | null>
  /** The best programs of the month; renewed every minute at most. */
  leaderboard(tenant: Tenant): Promise<Leaderboard>
  /** The bet events of a user with event time in [from, to], newest first. */
  betRecords(filter: BetRecordFilter, page: PageRequest): Promise<Page<BetRecord>>
  betRecord(tenantId: TenantId, id: EventId): Promise<BetRecord | null>
  /** Those of some bet events that there are, by their ids. */
  betRecordsById(tenantId: TenantId, ids: readonly EventId[]): Promise<ReadonlyMap<EventId, BetRecord>>
  payouts(filter: PayoutFilter, page: PageRequest): Promise<Page<PayoutRecord>>
  payout(tenantId: TenantId, id: PayoutId): Promise<PayoutRecord | null>

  claimKey(claim: Omit<Claim, 'claimId'> & { readonly bodyHash: string }): Promise<ClaimResult>
  /** For a POST that is no command of the pipeline. */
  keepResponse(claim: Claim, response: StoredResponse): Promise<void>
  releaseKey(claim: Claim): Promise<void>

  /** The offer behind a tier id, with the terms that a purchase would pin. Rules 5.1, 9.2 */
  offerOf(tenant: Tenant, tierId: TierId): Promise<Offer>
  /** Latest versions. `terms` joins each tier with its two rulesets. */
  tiers(tenant: Tenant): Promise<readonly Terms[]>
  saveTier(tenantId: TenantId, tier: Omit<Tier, 'version' | 'createdAt'>): Promise<Tier>
  /** Null: there is no such tier. */
  changeTier(tenantId: TenantId, id: TierId, edit: Edit<Tier>): Promise<Tier | null>
  rulesets(tenantId: TenantId): Promise<readonly Ruleset[]>
  saveRuleset(tenantId: TenantId, ruleset: Omit<Ruleset, 'version' | 'createdAt'>): Promise<Ruleset>
  /** Null: there is no such ruleset. */
  changeRuleset(tenantId: TenantId, id: RulesetId, edit: Edit<Ruleset>): Promise<Ruleset | null>
  /** Every version of a tier, the newest first; null: there is no such tier. */
  tierVersions(tenantId: TenantId, id: TierId, page: PageRequest): Promise<Page<KeptVersion<Tier>> | null>
  /** The same of a ruleset. */
  rulesetVersions(tenantId: TenantId, id: RulesetId, page: PageRequest): Promise<Page<KeptVersion<Ruleset>> | null>

  /**
   * Re-folds every program of a tenant and compares; opens a flag a mismatch. Throws `ServiceBusy` where `patience` ends
   * before its turn has come, as every long read does. Rules 2.13
   */
  verifyLedger(tenantId: TenantId, patience?: AbortSignal): Promise<Findings>
  health(): Promise<Health>
}

/** What the operator is told, and telling it again. */
export interface Delivering {
  deliveries(tenantId: TenantId, status: Delivery['status'] | undefined, page: PageRequest): Promise<Page<Delivery>>
  /** Makes deliveries due again; gives how many. */
  deliverAgain(tenantId: TenantId, which: Again): Promise<number>
  /** Queues a body that no event of a player stands behind. */
  ping(tenantId: TenantId, id: EventId, body: object): Promise<void>
  /** What went out after an event, the oldest first. Null: no event of this id did. */
  outgoingAfter(tenantId: TenantId, after: EventId | null, limit: number): Promise<Page<OutgoingEvent> | null>
}

/** Tenants, their keys and their time. */
export interface Tenancy {
  tenant(tenantId: TenantId): Promise<Tenant | null>
  tenants(page: PageRequest): Promise<Page<Tenant>>
  /** Null: there is no such tenant. */
  usage(tenantId: TenantId): Promise<Usage | null>
  createTenant(tenant: NewTenant): Promise<TenantWithKeys>
  changeTenant(tenantId: TenantId, change: TenantChange): Promise<Tenant | null>
  /** What is wrong with an address that shall be called for a tenant; null is nothing. */
  readonly urlProblem: UrlProblem
  /** Gives the mode before. What was queued until then is decided before anything that comes after. */
  changeIntegrationMode(tenantId: TenantId, mode: IntegrationMode): Promise<IntegrationMode | null>
  /** A production tenant with the settings, the plan, the rulesets and the tiers of a staging one, and with fresh keys. */
  promoteTenant(tenantId: TenantId): Promise<TenantWithKeys | null>
  /** Makes a new key; the one before it opens for 24 hours more. */
  rotateKey(tenantId: TenantId, kind: KeyKind): Promise<RotatedKey | null>
  /** The keys that are good now. */
  keys(tenantId: TenantId): Promise<readonly KnownKey[]>

  /** The tenant's time: the real clock, moved on by the test clock. Rules 7.3 */
  clock(tenant: Tenant): Instant
  /** Moves a staging tenant's clock forward and runs everything that falls due on the way, in order. Rules 7.3 */
  advanceClock(
    tenantId: TenantId,
    advance: ClockAdvance,
  ): Promise<{ readonly now: Instant; readonly transitions: readonly Transition[] }>
}

/** Where a test clock is moved to, or how far from wherever it stands by then, in milliseconds. */
export type ClockAdvance = { readonly to: Instant } | { readonly byMs: number }

/** Says in words to be read after a field's name why an address may not be called; null: it may. */
export type UrlProblem = (url: string, environment: Tenant['environment']) => string | null

export interface NewTenant {
  readonly name: string
  readonly environment: Tenant['environment']
  readonly currency: string
  readonly settings: Partial<Tenant['settings']>
  readonly plan: Partial<TenantPlan>
}

/** The keys in plain text: shown this once and stored as hashes only. */
export interface TenantWithKeys {
  readonly tenant: Tenant
  readonly serverKey: string
  readonly publicKey: string
  readonly webhookSecret: string
}

export type KeyKind = ApiKeyKind | 'webhook'

/** A fresh key in plain text, shown this once. */
export interface RotatedKey {
  readonly kind: KeyKind
  readonly key: string
  readonly previousValidUntil: Instant
}

/** Something that fell due while the test clock moved. */
export interface Transition {
  readonly userId: UserId
  readonly type: string
  readonly programId: ProgramId
  readonly at: Instant
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
