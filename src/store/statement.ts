import type { QueryResult, QueryResultRow } from 'pg'

/** A pool, or a client inside a transaction. */
export interface Queryable {
  query<Row extends QueryResultRow>(config: {
    name?: string
    text: string
    values?: readonly unknown[]
  }): Promise<QueryResult<Row>>
}

/**
 * A statement with its name: PostgreSQL plans it once a connection. Old poolers in transaction mode cannot keep named
 * statements; `DATABASE_PREPARED=off` leaves the names out.
 */
export interface Statement {
  readonly name: string
  readonly text: string
}

export const statement = (name: string, text: string): Statement => ({ name, text })

let named = true
/** Set once at start. */
export const nameStatements = (yes: boolean): void => {
  named = yes
}

/** Runs a statement and gives its rows. */
export async function rowsOf<Row extends QueryResultRow>(
  db: Queryable,
  { name, text }: Statement,
  values: readonly unknown[],
): Promise<readonly Row[]> {
  const { rows } = await db.query<Row>(named ? { name, text, values } : { text, values })
  return rows
}

/** Runs a statement and gives the number of rows that it wrote. */
export async function countOf(db: Queryable, { name, text }: Statement, values: readonly unknown[]): Promise<number> {
  const { rowCount } = await db.query(named ? { name, text, values } : { text, values })
  return rowCount ?? 0
}

/** ISO 8601, as PostgreSQL reads it inside JSON. */
export const isoOf = (epochMs: number | null): string | null =>
  epochMs === null ? null : new Date(epochMs).toISOString()
