import type { Pool } from 'pg'
import type { TenantId } from '../core/ids.ts'
import { HOUR_MS, type Instant, later } from '../core/instant.ts'
import { insertRuleset, insertTier, latestRulesets, latestTiers } from '../store/catalog.ts'
import { withTransaction } from '../store/database.ts'
import { endKeys, endWebhookSecrets, insertKey, insertTokenSecret, insertWebhookSecret } from '../store/keys.ts'
import { isoOf, type Queryable } from '../store/statement.ts'
import {
  type ApiKeyKind,
  changeIntegrationMode,
  type IntegrationMode,
  insertTenant,
  lockTenant,
  readTenants,
  type Tenant,
  type TenantChange,
  type TenantPlan,
  type TenantSettings,
  updateTenant,
} from '../store/tenants.ts'
import { type Act, difference, recordAct } from './audit/record-act.ts'
import { toldSettings } from './audit/told-settings.ts'
import type { Clock } from './clock.ts'
import { keyHashOf, newPublicKey, newServerKey, newTokenSecret, newWebhookSecret } from './keys.ts'
import { newId } from './uuid.ts'

export interface NewTenant {
  readonly name: string
  readonly environment: Tenant['environment']
  readonly currency: string
  readonly settings: Partial<Tenant['settings']>
  readonly plan: Partial<TenantPlan>
}

/** The keys in plain text: shown this once and stored as hashes only. */
export interface TenantWithKeys {
  readonly tenant: Tenant
  readonly serverKey: string
  readonly publicKey: string
  readonly webhookSecret: string
}

export type KeyKind = ApiKeyKind | 'webhook'

/** A fresh key in plain text, shown this once. */
export interface RotatedKey {
  readonly kind: KeyKind
  readonly key: string
  readonly previousValidUntil: Instant
}

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
  const tenant = tenantOf(wanted, clock.now())
  const keys = freshKeys()
  await withTransaction(pool, async (db) => {
    await insertWithKeys(db, tenant, keys)
    await recordAct(db, clock, tenantAct('tenant.created', tenant))
  })
  return { tenant, ...keys }
}

/**
 * Makes a production tenant after the image of a staging one: its settings, its plan, and its rulesets and tiers as they
 * are now, under the same ids, so that what an operator has configured stays right. It is not told whom to call: the
 * addresses of a sandbox shall not hear of real money. Null where there is no staging tenant of this id.
 */
export async function promoteTenant(pool: Pool, clock: Clock, id: TenantId): Promise<TenantWithKeys | null> {
  const [staging] = await readTenants(pool, [id])
  if (staging?.environment !== 'staging') return null
  const settings = { ...staging.settings, webhookUrl: null, approvalUrl: null }
  const tenant = tenantOf({ ...staging, environment: 'production', settings }, clock.now())
  const keys = freshKeys()
  await withTransaction(pool, async (db) => {
    await insertWithKeys(db, tenant, keys)
    await copyCatalog(db, id, tenant)
    await recordAct(db, clock, tenantAct('tenant.created', tenant, { promotedFrom: id }))
    await recordAct(db, clock, {
      tenantId: id,
      action: 'tenant.promoted',
      target: `tenant:${id}`,
      after: { promotedTo: tenant.id },
    })
  })
  return { tenant, ...keys }
}

const tenantAct = (action: string, tenant: Tenant, more: object = {}): Act => {
  const { id, name, environment, currency, settings, plan } = tenant
  const after = { name, environment, currency, settings: toldSettings(settings), plan, ...more }
  return { tenantId: id, action, target: `tenant:${id}`, after }
}

/** Changes what is named and leaves the rest; null where there is no such tenant. */
export function changeTenant(pool: Pool, clock: Clock, id: TenantId, change: TenantChange): Promise<Tenant | null> {
  return withTransaction(pool, async (db) => {
    if (!(await lockTenant(db, id))) return null
    const [before] = await readTenants(db, [id])
    const after = await updateTenant(db, id, change)
    if (before === undefined || after === null) return null
    const isOwn = change.name === undefined && Object.keys(change.plan ?? {}).length === 0
    const [action, target] = isOwn ? ['settings.changed', 'tenant:settings'] : ['tenant.changed', `tenant:${id}`]
    await recordAct(db, clock, { tenantId: id, action, target, ...difference(told(before), told(after)) })
    return after
  })
}

const told = ({ name, settings, plan }: Tenant) => ({ name, ...toldSettings(settings), ...plan })

/** Gives the mode before; null where there is no such tenant. */
export function changeMode(
  pool: Pool,
  clock: Clock,
  id: TenantId,
  mode: IntegrationMode,
): Promise<IntegrationMode | null> {
  return withTransaction(pool, async (db) => {
    const before = await changeIntegrationMode(db, id, mode)
    if (before === null) return null
    const changed = difference({ integrationMode: before }, { integrationMode: mode })
    await recordAct(db, clock, {
      tenantId: id,
      action: 'integration_mode.changed',
      target: 'tenant:settings',
      ...changed,
    })
    return before
  })
}

const tenantOf = ({ name, environment, currency, settings, plan }: NewTenant, createdAt: Instant): Tenant => ({
  id: newId<TenantId>(),
  name,
  environment,
  currency,
  settings: { ...usualSettings, ...settings },
  plan: { ...usualPlan, ...plan },
  clockOffsetMs: 0,
  asyncUntil: null,
  createdAt,
})

const freshKeys = () => ({
  serverKey: newServerKey(),
  publicKey: newPublicKey(),
  webhookSecret: newWebhookSecret(),
})

async function insertWithKeys(db: Queryable, tenant: Tenant, keys: ReturnType<typeof freshKeys>): Promise<void> {
  const { id, createdAt } = tenant
  await insertTenant(db, tenant)
  await insertKey(db, id, 'server', keyHashOf(keys.serverKey), createdAt)
  await insertKey(db, id, 'public', keyHashOf(keys.publicKey), createdAt)
  await insertWebhookSecret(db, id, keys.webhookSecret, createdAt)
  await insertTokenSecret(db, id, newTokenSecret())
}

/** What is published meanwhile comes as a whole or not at all: a tier that is read names rulesets that were there before it. */
async function copyCatalog(db: Queryable, from: TenantId, { id, createdAt }: Tenant): Promise<void> {
  const asFirst = { version: 1, createdAt }
  const tiers = await latestTiers(db, from)
  for (const ruleset of await latestRulesets(db, from)) await insertRuleset(db, id, { ...ruleset, ...asFirst })
  for (const tier of tiers) await insertTier(db, id, { ...tier, ...asFirst })
}

/** How long a key goes on opening after it was rotated. */
const OVERLAP_MS = 24 * HOUR_MS

/** Makes a new key of a kind and sets an end to the one before; null where there is no such tenant. */
export function rotateKey(pool: Pool, clock: Clock, id: TenantId, kind: KeyKind): Promise<RotatedKey | null> {
  return withTransaction(pool, async (db) => {
    if (!(await lockTenant(db, id))) return null
    const now = clock.now()
    const previousValidUntil = later(now, OVERLAP_MS)
    const key = await replaceKey(db, id, kind, now, previousValidUntil)
    const after = { previousValidUntil: isoOf(previousValidUntil) }
    await recordAct(db, clock, { tenantId: id, action: 'key.rotated', target: `key:${kind}`, after })
    return { kind, key, previousValidUntil }
  })
}

async function replaceKey(db: Queryable, id: TenantId, kind: KeyKind, now: Instant, end: Instant): Promise<string> {
  if (kind === 'webhook') {
    const secret = newWebhookSecret()
    await endWebhookSecrets(db, id, end)
    await insertWebhookSecret(db, id, secret, now)
    return secret
  }
  const key = kind === 'server' ? newServerKey() : newPublicKey()
  await endKeys(db, id, kind, end)
  await insertKey(db, id, kind, keyHashOf(key), now)
  return key
}
