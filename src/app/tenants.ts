import type { Pool } from 'pg'
import type { TenantId } from '../core/ids.ts'
import { withTransaction } from '../store/database.ts'
import {
  type ApiKeyKind,
  findTenantOfKey,
  insertKey,
  insertTenant,
  insertWebhookSecret,
  type Tenant,
  type TenantPlan,
  type TenantSettings,
} from '../store/tenants.ts'
import type { NewTenant, TenantWithKeys } from './app.ts'
import type { Clock } from './clock.ts'
import { keyHashOf, newPublicKey, newServerKey, newWebhookSecret } from './keys.ts'
import { newId } from './uuid.ts'

const usualSettings: TenantSettings = {
  webhookUrl: null,
  approvalUrl: null,
  payoutReview: 'operator',
  integrationMode: 'sync',
  maxBackfillHours: 168,
  widget: {},
  loyaltyTiers: [],
}

const usualPlan: TenantPlan = { monthlyChallengeLimit: null, rateLimits: {} }

/** Makes a tenant with fresh keys, which are shown this once. */
export async function createTenant(pool: Pool, clock: Clock, wanted: NewTenant): Promise<TenantWithKeys> {
  const createdAt = clock.now()
  const tenant: Tenant = {
    id: newId<TenantId>(),
    name: wanted.name,
    environment: wanted.environment,
    currency: wanted.currency,
    settings: { ...usualSettings, ...wanted.settings },
    plan: { ...usualPlan, ...wanted.plan },
    clockOffsetMs: 0,
    createdAt,
  }
  const keys = { serverKey: newServerKey(), publicKey: newPublicKey(), webhookSecret: newWebhookSecret() }
  await withTransaction(pool, async (db) => {
    await insertTenant(db, tenant)
    await insertKey(db, tenant.id, 'server', keyHashOf(keys.serverKey), createdAt)
    await insertKey(db, tenant.id, 'public', keyHashOf(keys.publicKey), createdAt)
    await insertWebhookSecret(db, tenant.id, keys.webhookSecret, createdAt)
  })
  return { tenant, ...keys }
}

interface Known {
  readonly found: Promise<{ readonly tenant: Tenant; readonly kind: ApiKeyKind } | null>
  readonly at: number
}

/** How long a replica may believe what it read of a key and its tenant, in milliseconds. */
const BELIEVED_MS = 1000
const KNOWN_MAX = 10_000

/**
 * Which tenant a key opens. Read at most once a second for each key: settings that were changed on another replica are
 * seen within a second, and what the rules need exactly (test clock, limits) is read under the lock of each batch.
 */
export class KeyRing {
  readonly #find: (keyHash: string) => Known['found']
  readonly #known = new Map<string, Known>()

  constructor(pool: Pool) {
    this.#find = (keyHash) => findTenantOfKey(pool, keyHash)
  }

  tenantOf(keyHash: string): Known['found'] {
    const now = performance.now()
    const known = this.#known.get(keyHash)
    if (known && now - known.at < BELIEVED_MS) return known.found
    if (this.#known.size >= KNOWN_MAX) this.#known.clear()
    const found = this.#find(keyHash)
    this.#known.set(keyHash, { found, at: now })
    found.catch(() => this.#known.delete(keyHash))
    return found
  }

  /** After a change of a tenant on this replica. */
  forget(): void {
    this.#known.clear()
  }
}
