import type { TenantId } from '../core/ids.ts'
import type { InboxStanding } from '../store/inbox.ts'
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
import type { Running } from './running.ts'
import type { Reconciling } from './statements.ts'
import type { Tenancy } from './tenancy.ts'
import type { UserData } from './user-data.ts'
import type { Findings } from './verify-ledger.ts'

export { StoreUnavailable } from '../store/store-unavailable.ts'

/**
 * Everything that the doors (HTTP, jobs) may ask of the application. A refusal is an answer; null is a thing that does
 * not exist for this tenant. Throws `ServiceBusy` when the pipeline is full or stopping, `StoreUnavailable` when the
 * database cannot be reached, `ClaimLost` when another request has the key by now.
 */
export interface App
  extends Running,
    Reading,
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
