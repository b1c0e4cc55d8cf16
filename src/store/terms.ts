import type { TenantId, TermsHash } from '../core/ids.ts'
import type { Terms } from '../core/terms.ts'
import { type Queryable, rowsOf, statement } from './statement.ts'

const SELECT = statement(
  'terms-by-hash',
  `select t.tenant_id, t.terms
     from unnest($1::uuid[], $2::text[]) as k (tenant_id, terms_hash)
     join terms t using (tenant_id, terms_hash)`,
)

const INSERT = statement(
  'terms-insert',
  `insert into terms (tenant_id, terms_hash, terms)
   select tenant_id, terms_hash, terms
     from jsonb_to_recordset($1::jsonb) as r (tenant_id uuid, terms_hash text, terms jsonb)
    order by tenant_id, terms_hash
       on conflict do nothing`,
)

/** Terms that are asked for by their hash. */
export interface TermsWanted {
  readonly tenantId: TenantId
  readonly hash: TermsHash
}

/**
 * The terms that programs were bought under. They never change and are named by their content, so what was read once
 * is right for ever; a tenant has as many as it ever had versions of its tiers.
 */
export class TermsShelf {
  readonly #terms = new Map<string, Terms>()

  readonly of = (tenantId: TenantId, hash: TermsHash): Terms | undefined => this.#terms.get(`${tenantId} ${hash}`)

  put(tenantId: TenantId, terms: Terms): void {
    this.#terms.set(`${tenantId} ${terms.hash}`, terms)
  }

  /** Reads what is not on the shelf yet. */
  async fetch(db: Queryable, wanted: readonly TermsWanted[]): Promise<void> {
    const missing = wanted.filter(({ tenantId, hash }) => this.of(tenantId, hash) === undefined)
    if (missing.length === 0) return
    const rows = await rowsOf<{ tenant_id: TenantId; terms: Terms }>(db, SELECT, [
      missing.map(({ tenantId }) => tenantId),
      missing.map(({ hash }) => hash),
    ])
    for (const row of rows) this.put(row.tenant_id, row.terms)
  }
}

/** Gives the statement that stores these terms, or null where there are none. */
export function insertTerms(terms: readonly { readonly tenantId: TenantId; readonly terms: Terms }[]) {
  if (terms.length === 0) return null
  const rows = terms.map(({ tenantId, terms: t }) => ({ tenant_id: tenantId, terms_hash: t.hash, terms: t }))
  const values = [JSON.stringify(rows)]
  return (db: Queryable) => rowsOf(db, INSERT, values)
}
