import type { TenantId, Uuid } from '../core/ids.ts'
import { DAY_MS, type Instant, later, MINUTE_MS } from '../core/instant.ts'
import { countOf, isoOf, lookThrough, type Queryable, rowsOf, statement } from './statement.ts'

export interface KeyName {
  readonly tenantId: TenantId
  readonly scope: string
  readonly key: string
}

export interface KeyRow {
  readonly body_hash: string
  readonly status: number | null
  readonly body: string | null
}

/** How long a stored answer is kept. Rules 9.1 */
const KEPT_MS = DAY_MS
/** After this long without an answer the request that held a key is taken for dead. Rules 9.1 */
export const CLAIM_MS = MINUTE_MS

// One statement claims a key that is free, answered more than a day ago, or held by a request that died.
const CLAIM = statement(
  'idempotency-claim',
  `insert into idempotency_keys as k (tenant_id, scope, key, body_hash, claim_id, claimed_at)
   values ($1, $2, $3, $4, $5, $6)
       on conflict (tenant_id, scope, key) do update
      set body_hash = excluded.body_hash, claim_id = excluded.claim_id, claimed_at = excluded.claimed_at,
          status = null, body = null
    where k.claimed_at < $7 or (k.status is null and k.claimed_at < $8 and k.body_hash = excluded.body_hash)`,
)

const FIND = statement(
  'idempotency-find',
  'select body_hash, status, body from idempotency_keys where tenant_id = $1 and scope = $2 and key = $3',
)

const KEEP = statement(
  'idempotency-keep',
  `update idempotency_keys set status = $5, body = $6
    where tenant_id = $1 and scope = $2 and key = $3 and claim_id = $4 and status is null`,
)

const RELEASE = statement(
  'idempotency-release',
  'delete from idempotency_keys where tenant_id = $1 and scope = $2 and key = $3 and claim_id = $4 and status is null',
)

/** Frees what is still without an answer, and waits for a transaction that may be storing one. */
const RELEASE_MANY = lookThrough(
  'idempotency-release-many',
  `delete from idempotency_keys k
    using unnest($1::uuid[], $2::text[], $3::text[], $4::uuid[]) as c (tenant_id, scope, key, claim_id)
    where k.tenant_id = c.tenant_id and k.scope = c.scope and k.key = c.key and k.claim_id = c.claim_id and k.status is null`,
)

const RELEASE_ALL = statement('idempotency-release-all', 'delete from idempotency_keys where status is null')

const FORGET = statement('idempotency-forget', 'delete from idempotency_keys where claimed_at < $1')

/** Whether the key is now this request's own. */
export async function claimKey(
  db: Queryable,
  { tenantId, scope, key }: KeyName,
  bodyHash: string,
  claimId: Uuid,
  now: Instant,
): Promise<boolean> {
  const since = [isoOf(now), isoOf(later(now, -KEPT_MS)), isoOf(later(now, -CLAIM_MS))]
  return (await countOf(db, CLAIM, [tenantId, scope, key, bodyHash, claimId, ...since])) === 1
}

export async function findKey(db: Queryable, { tenantId, scope, key }: KeyName): Promise<KeyRow | null> {
  const [row] = await rowsOf<KeyRow>(db, FIND, [tenantId, scope, key])
  return row ?? null
}

export const keepAnswer = (
  db: Queryable,
  { tenantId, scope, key }: KeyName,
  claimId: Uuid,
  status: number,
  body: string,
) => countOf(db, KEEP, [tenantId, scope, key, claimId, status, body])

export const releaseKey = (db: Queryable, { tenantId, scope, key }: KeyName, claimId: Uuid) =>
  countOf(db, RELEASE, [tenantId, scope, key, claimId])

/** The same for many requests at once, in one statement. */
export const releaseKeys = (db: Queryable, claims: readonly (KeyName & { readonly claimId: Uuid })[]) =>
  countOf(db, RELEASE_MANY, [
    claims.map(({ tenantId }) => tenantId),
    claims.map(({ scope }) => scope),
    claims.map(({ key }) => key),
    claims.map(({ claimId }) => claimId),
  ])

/** Frees the keys of all requests without an answer: for a start that knows that whoever asked them has died. */
export const releaseAllKeys = (db: Queryable) => countOf(db, RELEASE_ALL, [])

/** Deletes the keys that are kept no longer. */
export const forgetOldKeys = (db: Queryable, now: Instant) => countOf(db, FORGET, [isoOf(later(now, -KEPT_MS))])
