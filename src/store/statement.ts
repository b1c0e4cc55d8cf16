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

/** A statement with its name: PostgreSQL plans it once a connection. */
export interface Statement {
  readonly name: string
  readonly text: string
  /** How long its answer may take, in milliseconds, where that is not as long as any other. */
  readonly answerMs?: number
}

export const statement = (name: string, text: string, answerMs?: number): Statement =>
  answerMs === undefined ? { name, text } : { name, text, answerMs }

/** How long a statement may take that looks through all of a tenant, in milliseconds; its transaction says so as well. */
export const LONG_MS = 600_000
/** A statement that may take so long. Where it takes longer the database says so, within a few seconds. */
export const longStatement = (name: string, text: string): Statement => statement(name, text, LONG_MS + 5_000)

/** Runs a statement and gives its rows. Throws `StoreUnavailable` when the database cannot be reached. */
export async function rowsOf<Row extends QueryResultRow>(
  db: Queryable,
  { name, text, answerMs }: Statement,
  values: readonly unknown[],
): Promise<readonly Row[]> {
  const { rows } = await db.query<Row>({ name, text, values, answerMs }).catch(throwFromStore)
  return rows
}

/** The same, and gives the number of rows that it wrote. */
export async function countOf(
  db: Queryable,
  { name, text, answerMs }: Statement,
  values: readonly unknown[],
): Promise<number> {
  const { rowCount } = await db.query({ name, text, values, answerMs }).catch(throwFromStore)
  return rowCount ?? 0
}

/** ISO 8601, as PostgreSQL reads it inside JSON. */
export const isoOf = (epochMs: number | null): string | null =>
  epochMs === null ? null : new Date(epochMs).toISOString()
