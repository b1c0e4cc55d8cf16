import type { TenantId } from '../core/ids.ts'
import { type Instant, instant } from '../core/instant.ts'
import { countOf, isoOf, type Queryable, rowsOf, statement } from './statement.ts'
import type { ApiKeyKind } from './tenants.ts'

const INSERT_KEY = statement(
  'api-key-insert',
  'insert into api_keys (tenant_id, kind, key_hash, created_at) values ($1, $2, $3, $4)',
)

// A key that ends already keeps its own end.
const END_KEYS = statement(
  'api-keys-end',
  'update api_keys set valid_until = $3 where tenant_id = $1 and kind = $2 and valid_until is null',
)

const INSERT_WEBHOOK_SECRET = statement(
  'webhook-secret-insert',
  'insert into webhook_secrets (tenant_id, secret, created_at) values ($1, $2, $3)',
)

const END_WEBHOOK_SECRETS = statement(
  'webhook-secrets-end',
  'update webhook_secrets set valid_until = $2 where tenant_id = $1 and valid_until is null',
)

const WEBHOOK_SECRETS = statement(
  'webhook-secrets',
  `select secret from webhook_secrets
    where tenant_id = $1 and (valid_until is null or valid_until > $2) order by created_at desc`,
)

const LIST = statement(
  'keys-list',
  `select kind, created_at, valid_until from (
     select kind, created_at, valid_until from api_keys where tenant_id = $1
     union all
     select 'webhook', created_at, valid_until from webhook_secrets where tenant_id = $1) keys
    where valid_until is null or valid_until > $2
    order by kind, created_at desc`,
)

const INSERT_TOKEN_SECRET = statement(
  'user-token-secret-insert',
  'insert into user_token_secrets (tenant_id, secret) values ($1, $2)',
)

const TOKEN_SECRET = statement('user-token-secret', 'select secret from user_token_secrets where tenant_id = $1')

export const insertKey = (db: Queryable, tenantId: TenantId, kind: ApiKeyKind, keyHash: string, at: Instant) =>
  rowsOf(db, INSERT_KEY, [tenantId, kind, keyHash, isoOf(at)])

/** Sets an end to the keys of a kind that have none. */
export const endKeys = (db: Queryable, tenantId: TenantId, kind: ApiKeyKind, at: Instant) =>
  countOf(db, END_KEYS, [tenantId, kind, isoOf(at)])

export const insertWebhookSecret = (db: Queryable, tenantId: TenantId, secret: string, at: Instant) =>
  rowsOf(db, INSERT_WEBHOOK_SECRET, [tenantId, secret, isoOf(at)])

/** The same for the webhook secret. */
export const endWebhookSecrets = (db: Queryable, tenantId: TenantId, at: Instant) =>
  countOf(db, END_WEBHOOK_SECRETS, [tenantId, isoOf(at)])

/** The secrets that sign for a tenant now, the newest first: one, or two while one is being rotated. */
export async function webhookSecrets(db: Queryable, tenantId: TenantId, now: Instant): Promise<readonly string[]> {
  const rows = await rowsOf<{ secret: string }>(db, WEBHOOK_SECRETS, [tenantId, isoOf(now)])
  return rows.map(({ secret }) => secret)
}

/** A key or a secret that is still good, as far as anybody may see it again. */
export interface KnownKey {
  readonly kind: ApiKeyKind | 'webhook'
  readonly createdAt: Instant
  /** Null: until it is rotated. */
  readonly validUntil: Instant | null
}

/** What opens for a tenant and signs for it, the newest of each kind first. */
export async function listKeys(db: Queryable, tenantId: TenantId, now: Instant): Promise<readonly KnownKey[]> {
  const rows = await rowsOf<{ kind: KnownKey['kind']; created_at: Date; valid_until: Date | null }>(db, LIST, [
    tenantId,
    isoOf(now),
  ])
  return rows.map((row) => ({
    kind: row.kind,
    createdAt: instant(row.created_at.getTime()),
    validUntil: row.valid_until && instant(row.valid_until.getTime()),
  }))
}

export const insertTokenSecret = (db: Queryable, tenantId: TenantId, secret: string) =>
  rowsOf(db, INSERT_TOKEN_SECRET, [tenantId, secret])

/** What signs the user tokens of a tenant; null where there is no such tenant. */
export async function readTokenSecret(db: Queryable, tenantId: TenantId): Promise<string | null> {
  const [row] = await rowsOf<{ secret: string }>(db, TOKEN_SECRET, [tenantId])
  return row?.secret ?? null
}
