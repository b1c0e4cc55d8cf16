import type { TenantId } from '../core/ids.ts'
import type { Instant } from '../core/instant.ts'

export type ApiKeyKind = 'server' | 'public'

/** What an operator sets for itself. */
export interface TenantSettings {
  readonly webhookUrl: string | null
  readonly approvalUrl: string | null
  readonly payoutReview: 'operator' | 'automatic'
  readonly integrationMode: 'sync' | 'async'
  /** How old an event time may be. Rules 1.6 */
  readonly maxBackfillHours: number
  readonly widget: { readonly [name: string]: unknown }
  readonly loyaltyTiers: readonly unknown[]
}

/** What the super admin sets for a tenant. */
export interface TenantPlan {
  /** Null: no limit. Rules 5.13 */
  readonly monthlyChallengeLimit: number | null
  /** Requests a minute by category, where they differ from the usual. */
  readonly rateLimits: { readonly [category: string]: number }
}

export interface Tenant {
  readonly id: TenantId
  readonly name: string
  readonly environment: 'staging' | 'production'
  readonly currency: string
  readonly settings: TenantSettings
  readonly plan: TenantPlan
  /** How far the test clock is ahead of the real one, in milliseconds. Rules 7.3 */
  readonly clockOffsetMs: number
  readonly createdAt: Instant
}

export interface TenantChange {
  readonly name?: string
  readonly settings?: Partial<TenantSettings>
  readonly plan?: Partial<TenantPlan>
}
