import type { TenantId } from '../../core/ids.ts'
import type * as wire from '../schemas/usage.ts'

interface ShownUsage {
  readonly tenant: { readonly id: TenantId; readonly plan: { readonly monthlyChallengeLimit: number | null } }
  readonly now: {
    readonly users: number
    readonly challenges: number
    readonly funded_accounts: number
    readonly pending: number
    readonly delivered: number
    readonly failed: number
  }
  readonly months: readonly wire.Usage['months'][number][]
}

export function renderUsage({ tenant, now, months }: ShownUsage): Omit<wire.Usage, 'correlationId'> {
  const { month = '', purchases = 0 } = months[0] ?? {}
  const { monthlyChallengeLimit } = tenant.plan
  return {
    tenantId: tenant.id,
    month,
    purchases,
    monthlyChallengeLimit,
    // A limit that was lowered may be below what has been bought.
    purchasesRemaining: monthlyChallengeLimit === null ? null : Math.max(0, monthlyChallengeLimit - purchases),
    users: now.users,
    activePrograms: { challenges: now.challenges, fundedAccounts: now.funded_accounts },
    webhookDeliveries: { pending: now.pending, delivered: now.delivered, failed: now.failed },
    months: [...months],
  }
}
