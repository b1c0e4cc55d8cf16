import type { TenantId } from '../core/ids.ts'
import type { Instant } from '../core/instant.ts'
import { countOf, isoOf, type Queryable, rowsOf, statement } from './statement.ts'

/** Stands for every tenant at once. */
export const INSTALLATION = '00000000-0000-0000-0000-000000000000' as TenantId

const LIST = statement('maintenance-list', 'select tenant_id, message from maintenance')

const BEGIN = statement(
  'maintenance-begin',
  `insert into maintenance (tenant_id, message, since) values ($1, $2, $3)
       on conflict (tenant_id) do update set message = excluded.message`,
)

const END = statement('maintenance-end', 'delete from maintenance where tenant_id = $1')

/** What callers are told while it lasts; null where nobody wrote anything. */
export interface Maintenance {
  readonly message: string | null
}

/** All that is being maintained now; null is the installation. */
export async function listMaintenance(db: Queryable): Promise<ReadonlyMap<TenantId | null, Maintenance>> {
  const rows = await rowsOf<{ tenant_id: TenantId; message: string | null }>(db, LIST, [])
  return new Map(rows.map(({ tenant_id, message }) => [tenant_id === INSTALLATION ? null : tenant_id, { message }]))
}

/** Begins, or tells anew; null is the installation. */
export const beginMaintenance = (db: Queryable, tenantId: TenantId | null, message: string | null, now: Instant) =>
  countOf(db, BEGIN, [tenantId ?? INSTALLATION, message, isoOf(now)])

export const endMaintenance = (db: Queryable, tenantId: TenantId | null) => countOf(db, END, [tenantId ?? INSTALLATION])
