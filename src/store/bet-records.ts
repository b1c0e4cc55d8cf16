import type { BetEvent } from '../core/events.ts'
import type { ExternalBetId, PlayerId, TenantId, UserId } from '../core/ids.ts'
import type { Instant } from '../core/instant.ts'

/** A bet event as it is stored, with the user that it belongs to. */
export interface BetRecord {
  readonly event: BetEvent
  readonly playerId: PlayerId
  readonly userId: UserId
  readonly recordedAt: Instant
}

export interface BetRecordFilter {
  readonly tenantId: TenantId
  readonly userId?: UserId
  readonly externalBetId?: ExternalBetId
  /** `placed` lists placements that have no settlement or void yet. */
  readonly status?: 'placed' | 'settled-won' | 'settled-lost' | 'voided'
  /** Event times, both ends included. */
  readonly from?: Instant
  readonly to?: Instant
}
