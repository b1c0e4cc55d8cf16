import type { Pool } from 'pg'
import type { TenantId } from '../core/ids.ts'
import type { Instant } from '../core/instant.ts'
import { type KnownKey, listKeys } from '../store/keys.ts'
import type { Page, PageRequest } from '../store/page.ts'
import { type IntegrationMode, listTenants, readTenants, type Tenant, type TenantChange } from '../store/tenants.ts'
import { type Clock, tenantNow } from './clock.ts'
import type { Running } from './running.ts'
import {
  changeMode,
  changeTenant,
  createTenant,
  type KeyKind,
  type NewTenant,
  promoteTenant,
  type RotatedKey,
  rotateKey,
  type TenantWithKeys,
} from './tenants.ts'
import { advanceTestClock, type ClockAdvance, type Transition } from './test-clock.ts'
import { type Usage, usageOf } from './usage.ts'

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
  /** The same for a tenant whose clock another replica may have moved since it was read. */
  latestClock(tenant: Tenant): Promise<Instant>
  /** Moves a staging tenant's clock forward and runs everything that falls due on the way, in order. Rules 7.3 */
  advanceClock(
    tenantId: TenantId,
    advance: ClockAdvance,
  ): Promise<{ readonly now: Instant; readonly transitions: readonly Transition[] }>
}

/** Says in words to be read after a field's name why an address may not be called; null: it may. */
export type UrlProblem = (url: string, environment: Tenant['environment']) => string | null

interface Context {
  readonly pool: Pool
  readonly db: Pool
  readonly clock: Clock
  readonly run: Running['run']
  readonly urlProblem: UrlProblem
  /** After a change of a tenant on this replica. */
  readonly forgetKeys: () => void
  /** Resolves when no bet of the tenant waits any more that was queued before. */
  readonly passedByAll: (id: TenantId) => Promise<void>
}

export function tenancy(context: Context): Tenancy {
  const { pool, clock, urlProblem, forgetKeys, passedByAll } = context
  const tenant = async (id: TenantId) => (await readTenants(pool, [id]))[0] ?? null
  return {
    tenant,
    urlProblem,
    tenants: (page) => listTenants(pool, page),
    usage: (id) => usageOf(pool, clock, id),
    createTenant: (wanted) => createTenant(pool, clock, wanted),
    changeTenant: async (id, change) => {
      const changed = await changeTenant(pool, clock, id, change)
      forgetKeys()
      return changed
    },
    changeIntegrationMode: async (id, mode) => {
      const before = await changeMode(pool, clock, id, mode)
      forgetKeys()
      return before
    },
    promoteTenant: (id) => promoteTenant(pool, clock, id),
    rotateKey: async (id, kind) => {
      const rotated = await rotateKey(pool, clock, id, kind)
      forgetKeys()
      return rotated
    },
    keys: (id) => listKeys(pool, id, clock.now()),
    clock: (known) => tenantNow(clock, known),
    latestClock: async (known) => tenantNow(clock, (await tenant(known.id)) ?? known),
    advanceClock: async (id, advance) => {
      await passedByAll(id)
      const advanced = await advanceTestClock(context, id, advance)
      forgetKeys()
      return advanced
    },
  }
}
