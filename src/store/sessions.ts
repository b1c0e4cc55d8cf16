import type { AdminId, TenantId } from '../core/ids.ts'
import type { Instant } from '../core/instant.ts'
import type { AdminRole } from '../core/role.ts'
import { isoOf, type Queryable, rowsOf, statement } from './statement.ts'
import { type Tenant, type TenantRow, tenantOf } from './tenants.ts'

const OF_SESSION = statement(
  'admin-of-session',
  `select a.role, t.*
     from admins a join tenants t using (tenant_id)
    where a.admin_id = $1 and a.tenant_id = $2
      and not exists (select from ended_sessions where session_id = $3)`,
)

const END_SESSION = statement(
  'session-end',
  `with forgotten as (delete from ended_sessions where expires_at < $3)
   insert into ended_sessions (session_id, expires_at) values ($1, $2) on conflict do nothing`,
)

const KEEP_SIGNING_KEY = statement(
  'signing-key-keep',
  'insert into signing_keys (purpose, secret) values ($1, $2) on conflict do nothing',
)

const SIGNING_KEY = statement('signing-key', 'select secret from signing_keys where purpose = $1')

/** The admin of a session that has not been ended, as of now. */
export async function findAdminOfSession(
  db: Queryable,
  { adminId, tenantId, sessionId }: { adminId: AdminId; tenantId: TenantId; sessionId: string },
): Promise<{ readonly role: AdminRole; readonly tenant: Tenant } | null> {
  const [row] = await rowsOf<TenantRow & { role: AdminRole }>(db, OF_SESSION, [adminId, tenantId, sessionId])
  return row ? { role: row.role, tenant: tenantOf(row) } : null
}

/** Ends a session whose token would last until `expiresAt`. */
export const endSession = (db: Queryable, sessionId: string, expiresAt: Instant, now: Instant) =>
  rowsOf(db, END_SESSION, [sessionId, isoOf(expiresAt), isoOf(now)])

/** The secret of a purpose: of replicas that start at once the quicker one's is kept. */
export async function keptSigningKey(db: Queryable, purpose: string, fresh: string): Promise<string> {
  await rowsOf(db, KEEP_SIGNING_KEY, [purpose, fresh])
  const [row] = await rowsOf<{ secret: string }>(db, SIGNING_KEY, [purpose])
  if (row === undefined) throw new Error(`the signing key for ${purpose} was taken away while it was read`)
  return row.secret
}
