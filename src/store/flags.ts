import type { EventId, ExternalBetId, TenantId, UserId } from '../core/ids.ts'
import type { Instant } from '../core/instant.ts'

/** Something that a person at the operator should look at. Rules 4.13 */
export interface FlagRecord {
  readonly id: string
  readonly userId: UserId | null
  readonly betEventId: EventId | null
  readonly externalBetId: ExternalBetId | null
  readonly type: string
  readonly description: string
  readonly status: 'open' | 'resolved'
  readonly source: 'system' | 'operator' | 'script'
  readonly flaggedBy: string
  readonly flaggedAt: Instant
  readonly resolvedBy: string | null
  readonly resolvedAt: Instant | null
  readonly resolutionNote: string | null
}

export interface FlagFilter {
  readonly tenantId: TenantId
  readonly status?: FlagRecord['status']
  readonly userId?: UserId
}
