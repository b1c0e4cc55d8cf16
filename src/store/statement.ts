import type { QueryResult, QueryResultRow } from 'pg'
import { throwFromStore } from './store-unavailable.ts'

/** A pool, or a client inside a transaction. */
export interface Queryable {
  query<Row extends QueryResultRow>(config: {
    name?: string
    text: string
    values?: readonly unknown[]
    answerMs?: number | undefined
  }): Promise<QueryResult<Row>>
}

/** A statement. PostgreSQL plans one that has a name once a connection, and one without each time. */
export interface Statement {
  readonly name?: string
  readonly text: string
  /** How long its answer may take, in milliseconds, where that is not as long as any other. */
  readonly answerMs?: number
}

/** A statement that is planned once a connection: one that is asked all the time, and finds its rows by key. */
export const statement = (name: string, text: string, answerMs?: number): Statement =>
  answerMs === undefined ? { name, text } : { name, text, answerMs }

/**
 * A statement that joins many rows to others: it is planned each time, for its values and for what the tables hold by then.
 * A plan that was kept since they were empty reads one of them from end to end for each row of another, until statistics are
 * taken again: measured, 4 million rows for a page where there are 2,000 players. Its name stands in the text, for whoever looks
 * at what the database does.
 */
export const lookThrough = (name: string, text: string): Statement => ({ text: `/* ${name} */ ${text}` })

/** How long a statement may take that looks through all of a tenant, in milliseconds; its transaction says so as well. */
export const LONG_MS = 600_000
/** One that may take so long. Where it takes longer the database says so, within a few seconds. */
export const longStatement = (name: string, text: string): Statement => ({
  ...lookThrough(name, text),
  answerMs: LONG_MS + 5_000,
})

/** Runs a statement and gives its rows. Throws `StoreUnavailable` when the database cannot be reached. */
export async function rowsOf<Row extends QueryResultRow>(
  db: Queryable,
  asked: Statement,
  values: readonly unknown[],
): Promise<readonly Row[]> {
  const { rows } = await db.query<Row>({ ...asked, values }).catch(throwFromStore)
  return rows
}

/** The same, and gives the number of rows that it wrote. */
export async function countOf(db: Queryable, asked: Statement, values: readonly unknown[]): Promise<number> {
  const { rowCount } = await db.query({ ...asked, values }).catch(throwFromStore)
  return rowCount ?? 0
}

/** ISO 8601, as PostgreSQL reads it inside JSON. */
export const isoOf = (epochMs: number | null): string | null =>
  epochMs === null ? null : new Date(epochMs).toISOString()
