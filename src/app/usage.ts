import type { TenantId } from '../core/ids.ts'
import { type Instant, instant } from '../core/instant.ts'
import type { Queryable } from '../store/statement.ts'
import { readTenants, type Tenant } from '../store/tenants.ts'
import { betEventsByMonth, purchasesByMonth, type UsageNow, usageNow, webhookEventsByMonth } from '../store/usage.ts'
import { type Clock, tenantNow } from './clock.ts'
import { monthOf, startOfMonth } from './month.ts'

/** How much a tenant makes of the service. */
export interface Usage {
  readonly tenant: Tenant
  readonly now: UsageNow
  /** The last twelve UTC months of the tenant's time, this one first. */
  readonly months: readonly MonthOfUse[]
}

export interface MonthOfUse {
  readonly month: string
  readonly purchases: number
  readonly betEvents: number
  readonly webhookEvents: number
}

const MONTHS = 12

/** Null where there is no such tenant. */
export async function usageOf(db: Queryable, clock: Clock, tenantId: TenantId): Promise<Usage | null> {
  const [tenant] = await readTenants(db, [tenantId])
  if (tenant === undefined) return null
  const names = lastMonths(tenantNow(clock, tenant))
  const first = names.at(-1) ?? ''
  const since = startOfMonth(first)
  const [now, purchases, betEvents, webhookEvents] = await Promise.all([
    usageNow(db, tenantId),
    purchasesByMonth(db, tenantId, first),
    betEventsByMonth(db, tenantId, since),
    webhookEventsByMonth(db, tenantId, since),
  ])
  const countIn = (rows: typeof purchases, name: string) => rows.find(({ month }) => month === name)?.count ?? 0
  const months = names.map((month) => ({
    month,
    purchases: countIn(purchases, month),
    betEvents: countIn(betEvents, month),
    webhookEvents: countIn(webhookEvents, month),
  }))
  return { tenant, now, months }
}

/** Names of months, the one of `now` first. */
function lastMonths(now: Instant): string[] {
  const date = new Date(now)
  return Array.from({ length: MONTHS }, (_, i) =>
    monthOf(instant(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - i, 1))),
  )
}
