import type { AdminId, TenantId } from '../core/ids.ts'
import { type Instant, instant } from '../core/instant.ts'
import type { AdminRole } from '../core/role.ts'
import { countOf, isoOf, type Queryable, rowsOf, statement } from './statement.ts'

export interface Admin {
  readonly id: AdminId
  readonly tenantId: TenantId
  /** In lower case. */
  readonly email: string
  readonly role: AdminRole
  readonly mfaEnabled: boolean
  readonly createdAt: Instant
}

/** What a login is checked against. */
export interface AdminLogin {
  readonly id: AdminId
  readonly tenantId: TenantId
  readonly role: AdminRole
  readonly mfaEnabled: boolean
  readonly passwordHash: string
}

// Nothing is inserted where the address is taken, or where there is no such tenant.
const INSERT = statement(
  'admin-insert',
  `insert into admins (admin_id, tenant_id, email, password_hash, role, mfa_enabled, created_at)
   select $1, tenant_id, $3, $4, $5, $6, $7 from tenants where tenant_id = $2
       on conflict (email) do nothing`,
)

const BY_EMAIL = statement(
  'admin-by-email',
  'select admin_id, tenant_id, role, mfa_enabled, password_hash from admins where email = $1',
)

const OF_TENANT = statement(
  'admins-of-tenant',
  `select admin_id, tenant_id, email, role, mfa_enabled, created_at from admins
    where tenant_id = $1 and role <> 'fast_admin' order by email`,
)

// In the order of their ids, so that two who work on each other at once do not wait for each other.
const LOCK_ALL = statement(
  'admins-lock',
  `select admin_id, role from admins where tenant_id = $1 and role <> 'fast_admin' order by admin_id for update`,
)

const CHANGE_ROLE = statement(
  'admin-change-role',
  `update admins set role = $3 where tenant_id = $1 and admin_id = $2 and role <> 'fast_admin'
   returning admin_id, tenant_id, email, role, mfa_enabled, created_at`,
)

const REMOVE = statement(
  'admin-remove',
  `with code as (delete from mfa_codes where admin_id = $2)
   delete from admins where tenant_id = $1 and admin_id = $2 and role <> 'fast_admin' returning role`,
)

const EMAIL = statement('admin-email', 'select email from admins where admin_id = $1')

/** False where somebody has this address already, and where there is no such tenant. */
export async function insertAdmin(db: Queryable, admin: Admin, passwordHash: string): Promise<boolean> {
  const { id, tenantId, email, role, mfaEnabled, createdAt } = admin
  return (await countOf(db, INSERT, [id, tenantId, email, passwordHash, role, mfaEnabled, isoOf(createdAt)])) === 1
}

export async function findAdminLogin(db: Queryable, email: string): Promise<AdminLogin | null> {
  const [row] = await rowsOf<{
    admin_id: AdminId
    tenant_id: TenantId
    role: AdminRole
    mfa_enabled: boolean
    password_hash: string
  }>(db, BY_EMAIL, [email])
  if (row === undefined) return null
  const { admin_id: id, tenant_id: tenantId, role, mfa_enabled: mfaEnabled, password_hash: passwordHash } = row
  return { id, tenantId, role, mfaEnabled, passwordHash }
}

interface AdminRow {
  readonly admin_id: AdminId
  readonly tenant_id: TenantId
  readonly email: string
  readonly role: AdminRole
  readonly mfa_enabled: boolean
  readonly created_at: Date
}

const adminOf = (row: AdminRow): Admin => ({
  id: row.admin_id,
  tenantId: row.tenant_id,
  email: row.email,
  role: row.role,
  mfaEnabled: row.mfa_enabled,
  createdAt: instant(row.created_at.getTime()),
})

/** The people of an operator, by their address. */
export const listAdmins = async (db: Queryable, tenantId: TenantId): Promise<readonly Admin[]> =>
  (await rowsOf<AdminRow>(db, OF_TENANT, [tenantId])).map(adminOf)

/** The roles of an operator's people, which stay as they are until the transaction ends. */
export async function lockRoles(db: Queryable, tenantId: TenantId): Promise<ReadonlyMap<AdminId, AdminRole>> {
  const rows = await rowsOf<{ admin_id: AdminId; role: AdminRole }>(db, LOCK_ALL, [tenantId])
  return new Map(rows.map((row) => [row.admin_id, row.role]))
}

/** Null where nobody of the operator has this id. */
export async function changeRole(
  db: Queryable,
  tenantId: TenantId,
  id: AdminId,
  role: AdminRole,
): Promise<Admin | null> {
  const [row] = await rowsOf<AdminRow>(db, CHANGE_ROLE, [tenantId, id, role])
  return row ? adminOf(row) : null
}

/** The role that somebody had; null where nobody of the operator has this id. */
export async function removeAdmin(db: Queryable, tenantId: TenantId, id: AdminId): Promise<AdminRole | null> {
  const [row] = await rowsOf<{ role: AdminRole }>(db, REMOVE, [tenantId, id])
  return row?.role ?? null
}

/** Null: nobody has this id any more. */
export async function findEmail(db: Queryable, id: AdminId): Promise<string | null> {
  const [row] = await rowsOf<{ email: string }>(db, EMAIL, [id])
  return row?.email ?? null
}
