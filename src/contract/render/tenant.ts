import type { TenantId } from '../../core/ids.ts'
import type { Instant } from '../../core/instant.ts'
import type { Environment } from '../../core/tenant.ts'
import { textOf } from '../instant-wire.ts'
import type * as wire from '../schemas/tenant.ts'
import { renderLoyaltyTiers, renderWidgetSettings } from './widget.ts'

/** A tenant with what it set and what its plan allows. */
export interface ShownTenant {
  readonly id: TenantId
  readonly name: string
  readonly environment: Environment
  readonly currency: string
  readonly settings: ShownSettings
  readonly plan: ShownPlan
  readonly createdAt: Instant
}

type ShownSettings = Omit<wire.Settings, 'correlationId' | 'widget' | 'loyaltyTiers'> & {
  readonly widget: { readonly [name: string]: unknown }
  readonly loyaltyTiers: readonly unknown[]
}

interface ShownPlan {
  readonly monthlyChallengeLimit: number | null
  readonly rateLimits: { readonly [category: string]: number }
}

/** A tenant as the super admin sees it; its keys are never shown again. */
export const renderTenant = ({ settings, plan, ...tenant }: ShownTenant): wire.Tenant => ({
  id: tenant.id,
  name: tenant.name,
  environment: tenant.environment,
  currency: tenant.currency,
  webhookUrl: settings.webhookUrl,
  approvalUrl: settings.approvalUrl,
  payoutReview: settings.payoutReview,
  integrationMode: settings.integrationMode,
  maxBackfillHours: settings.maxBackfillHours,
  monthlyChallengeLimit: plan.monthlyChallengeLimit,
  rateLimits: { ...plan.rateLimits },
  createdAt: textOf(tenant.createdAt),
})

/** What an operator sets for itself. */
export const renderSettings = (settings: ShownSettings): Omit<wire.Settings, 'correlationId'> => ({
  webhookUrl: settings.webhookUrl,
  approvalUrl: settings.approvalUrl,
  payoutReview: settings.payoutReview,
  integrationMode: settings.integrationMode,
  maxBackfillHours: settings.maxBackfillHours,
  widget: renderWidgetSettings(settings.widget),
  loyaltyTiers: renderLoyaltyTiers(settings.loyaltyTiers),
})
