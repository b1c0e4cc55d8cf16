import type { TenantId } from '../core/ids.ts'
import type { Instant } from '../core/instant.ts'
import { isoOf, lookThrough, type Queryable, rowsOf, statement } from './statement.ts'

// All months are UTC months of the tenant's time.

const PURCHASES = statement(
  'usage-purchases',
  'select month, purchases::bigint as count from purchase_months where tenant_id = $1 and month >= $2',
)

const BET_EVENTS = statement(
  'usage-bet-events',
  `select to_char(recorded_at at time zone 'UTC', 'YYYY-MM') as month, count(*) as count
     from events where tenant_id = $1 and external_bet_id is not null and recorded_at >= $2
    group by 1`,
)

const TOLD = statement(
  'usage-webhook-events',
  `select to_char(at at time zone 'UTC', 'YYYY-MM') as month, count(*) as count
     from outbox where tenant_id = $1 and at >= $2
    group by 1`,
)

const NOW = lookThrough(
  'usage-now',
  `select (select count(*) from players where tenant_id = $1 and user_id is not null) as users,
          (select count(*) from programs join players using (tenant_id, player_id)
            where tenant_id = $1 and ended_at is null and user_id is not null and kind = 'challenge') as challenges,
          (select count(*) from programs join players using (tenant_id, player_id)
            where tenant_id = $1 and ended_at is null and user_id is not null and kind = 'funded') as funded_accounts,
          (select count(*) from deliveries where tenant_id = $1 and status = 'pending') as pending,
          (select count(*) from deliveries where tenant_id = $1 and status = 'delivered') as delivered,
          (select count(*) from deliveries where tenant_id = $1 and status = 'failed') as failed`,
)

interface MonthRow {
  readonly month: string
  readonly count: number
}

/** What a tenant has now; deliveries that were made or given up are kept for a while only. */
export interface UsageNow {
  readonly users: number
  readonly challenges: number
  readonly funded_accounts: number
  readonly pending: number
  readonly delivered: number
  readonly failed: number
}

/** Purchases by month, from a month on. */
export const purchasesByMonth = (db: Queryable, tenantId: TenantId, since: string) =>
  rowsOf<MonthRow>(db, PURCHASES, [tenantId, since])

/** Stored bet events by month: reads all of them, which takes seconds where there are many millions. */
export const betEventsByMonth = (db: Queryable, tenantId: TenantId, since: Instant) =>
  rowsOf<MonthRow>(db, BET_EVENTS, [tenantId, isoOf(since)])

/** Events that the operator was to be told of, by month. */
export const webhookEventsByMonth = (db: Queryable, tenantId: TenantId, since: Instant) =>
  rowsOf<MonthRow>(db, TOLD, [tenantId, isoOf(since)])

export async function usageNow(db: Queryable, tenantId: TenantId): Promise<UsageNow> {
  const [row] = await rowsOf<UsageNow>(db, NOW, [tenantId])
  return row ?? { users: 0, challenges: 0, funded_accounts: 0, pending: 0, delivered: 0, failed: 0 }
}
