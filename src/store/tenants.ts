import type { TenantId, Uuid } from '../core/ids.ts'
import { type Instant, instant } from '../core/instant.ts'
import type { TenantStanding } from '../core/player.ts'
import type { Environment, PayoutReview } from '../core/tenant.ts'
import { type Page, type PageRequest, pageOf } from './page.ts'
import { countOf, isoOf, type Queryable, rowsOf, statement } from './statement.ts'

export type ApiKeyKind = 'server' | 'public'

/** Whether bets are decided before they are answered, or queued and decided later. */
export type IntegrationMode = 'sync' | 'async'

/** What an operator sets for itself. */
export interface TenantSettings {
  readonly webhookUrl: string | null
  readonly approvalUrl: string | null
  readonly payoutReview: PayoutReview
  readonly integrationMode: IntegrationMode
  /** How old an event time may be. Rules 1.6 */
  readonly maxBackfillHours: number
  readonly widget: { readonly [name: string]: unknown }
  readonly loyaltyTiers: readonly unknown[]
  /** How the operator's own payloads are read; none where bodies are in the words of the contract. */
  readonly adapterMapping?: StoredMapping | null
}

export interface StoredMapping {
  /** Another one at each change. */
  readonly version: Uuid
  readonly fields: { readonly [field: string]: string }
  readonly values: { readonly [field: string]: { readonly [value: string]: string | number | boolean } }
  readonly updatedAt: Instant
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
  readonly environment: Environment
  readonly currency: string
  readonly settings: TenantSettings
  readonly plan: TenantPlan
  /** How far the test clock is ahead of the real one, in milliseconds. Rules 7.3 */
  readonly clockOffsetMs: number
  /** When it last left the async mode; null once its inbox is known to be empty. */
  readonly asyncUntil: Instant | null
  readonly createdAt: Instant
}

export interface TenantChange {
  readonly name?: string
  readonly settings?: Partial<TenantSettings>
  readonly plan?: Partial<TenantPlan>
}

export interface TenantRow {
  readonly tenant_id: TenantId
  readonly name: string
  readonly environment: Environment
  readonly currency: string
  readonly settings: TenantSettings
  readonly plan: TenantPlan
  readonly clock_offset_ms: number
  readonly async_until: Date | null
  readonly created_at: Date
}

export const tenantOf = (row: TenantRow): Tenant => ({
  id: row.tenant_id,
  name: row.name,
  environment: row.environment,
  currency: row.currency,
  settings: row.settings,
  plan: row.plan,
  clockOffsetMs: row.clock_offset_ms,
  asyncUntil: row.async_until && instant(row.async_until.getTime()),
  createdAt: instant(row.created_at.getTime()),
})

/** What the rules ask of a tenant, for whoever only reads: its purchases are counted where one is looked at. */
export const standingOf = ({ settings, plan }: Tenant): TenantStanding => ({
  maxBackfillHours: settings.maxBackfillHours,
  monthlyChallengeLimit: plan.monthlyChallengeLimit,
  purchasesThisMonth: 0,
  payoutReview: settings.payoutReview,
})

/** SQL: what a real time is in the time of the tenant of row `t`. Rules 7.3 */
export const tenantTime = (realTime: string): string =>
  `${realTime}::timestamptz + t.clock_offset_ms * interval '1 millisecond'`

/** The same where the tenant is the first parameter, and no row of it at hand. */
export const tenantTimeOf = (realTime: string): string =>
  `(select ${tenantTime(realTime)} from tenants t where t.tenant_id = $1)`

const LOCK = statement('tenant-lock', 'select 1 from tenants where tenant_id = $1 for update')

const READ = statement('tenants-read', 'select * from tenants where tenant_id = any($1::uuid[])')

const LIST = statement(
  'tenants-list',
  `select * from tenants where $1::uuid is null or tenant_id < $1::uuid order by tenant_id desc limit $2`,
)

const OF_KEY = statement(
  'tenant-of-key',
  'select k.kind, k.valid_until, t.* from api_keys k join tenants t using (tenant_id) where k.key_hash = $1',
)

const INSERT = statement(
  'tenant-insert',
  `insert into tenants (tenant_id, name, environment, currency, settings, plan, created_at)
   values ($1, $2, $3, $4, $5::jsonb, $6::jsonb, $7)`,
)

const CHANGE = statement(
  'tenant-change',
  `update tenants set name = coalesce($2, name), settings = settings || $3::jsonb, plan = plan || $4::jsonb,
          async_until = case when settings ->> 'integrationMode' = 'async' and $3::jsonb ->> 'integrationMode' = 'sync'
                             then now() else async_until end
    where tenant_id = $1
   returning *`,
)

const CHANGE_MODE = statement(
  'tenant-change-mode',
  `with before as (
     select tenant_id, settings ->> 'integrationMode' as mode from tenants where tenant_id = $1 for update)
   update tenants t
      set settings = t.settings || jsonb_build_object('integrationMode', $2::text),
          async_until = case when before.mode = 'async' and $2 = 'sync' then now() else t.async_until end
     from before
    where t.tenant_id = before.tenant_id
   returning before.mode as previous`,
)

const MOVE_CLOCK = statement(
  'tenant-move-clock',
  `update tenants set clock_offset_ms = greatest(clock_offset_ms + $3, $2)
    where tenant_id = $1 and environment = 'staging'
   returning clock_offset_ms`,
)

/** Holds the tenant until the transaction ends, so that it and its keys change one at a time; false where there is none. */
export const lockTenant = async (db: Queryable, tenantId: TenantId): Promise<boolean> =>
  (await countOf(db, LOCK, [tenantId])) === 1

export async function readTenants(db: Queryable, ids: readonly TenantId[]): Promise<readonly Tenant[]> {
  return (await rowsOf<TenantRow>(db, READ, [ids])).map(tenantOf)
}

/** Tenants, newest first. */
export async function listTenants(db: Queryable, { limit, cursor }: PageRequest): Promise<Page<Tenant>> {
  const rows = await rowsOf<TenantRow>(db, LIST, [cursor, limit + 1])
  return pageOf(rows, limit, tenantOf, (row) => row.tenant_id)
}

/** Whom a key opens for, also when it has ended. */
export interface KeyHolder {
  readonly tenant: Tenant
  readonly kind: ApiKeyKind
  /** Null: until it is rotated. */
  readonly validUntil: Instant | null
}

export async function findKeyHolder(db: Queryable, keyHash: string): Promise<KeyHolder | null> {
  const [row] = await rowsOf<TenantRow & { kind: ApiKeyKind; valid_until: Date | null }>(db, OF_KEY, [keyHash])
  if (row === undefined) return null
  const validUntil = row.valid_until === null ? null : instant(row.valid_until.getTime())
  return { tenant: tenantOf(row), kind: row.kind, validUntil }
}

export async function insertTenant(db: Queryable, tenant: Tenant): Promise<void> {
  const { id, name, environment, currency, settings, plan, createdAt } = tenant
  const values = [id, name, environment, currency, JSON.stringify(settings), JSON.stringify(plan), isoOf(createdAt)]
  await rowsOf(db, INSERT, values)
}

/** Changes what is named and leaves the rest; null where there is no such tenant. */
export async function updateTenant(db: Queryable, id: TenantId, change: TenantChange): Promise<Tenant | null> {
  const { name = null, settings = {}, plan = {} } = change
  const [row] = await rowsOf<TenantRow>(db, CHANGE, [id, name, JSON.stringify(settings), JSON.stringify(plan)])
  return row ? tenantOf(row) : null
}

/** Gives the mode before; null where there is no such tenant. */
export async function changeIntegrationMode(
  db: Queryable,
  id: TenantId,
  mode: IntegrationMode,
): Promise<IntegrationMode | null> {
  const [row] = await rowsOf<{ previous: IntegrationMode }>(db, CHANGE_MODE, [id, mode])
  return row?.previous ?? null
}

/** Moves the test clock of a staging tenant forward, never back, by `byMs` or to `offsetMs`; gives its offset. Rules 7.3 */
export async function moveClock(
  db: Queryable,
  id: TenantId,
  { offsetMs, byMs }: { readonly offsetMs: number; readonly byMs: number },
): Promise<number | null> {
  const [row] = await rowsOf<{ clock_offset_ms: number }>(db, MOVE_CLOCK, [id, offsetMs, byMs])
  return row?.clock_offset_ms ?? null
}
