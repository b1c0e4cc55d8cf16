import pg from 'pg'

/** Rows that were inserted into and updated in a table. */
export interface RowsWritten {
  readonly inserted: number
  readonly updated: number
}

/**
 * What was written to each table of a database since it was made. PostgreSQL tells it when the connections that wrote
 * are closed, so close them first.
 */
export async function rowsWritten(url: string): Promise<ReadonlyMap<string, RowsWritten>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ relname: string; n_tup_ins: string; n_tup_upd: string }>(
    'select relname, n_tup_ins, n_tup_upd from pg_stat_user_tables order by relname',
  )
  await client.end()
  return new Map(rows.map((row) => [row.relname, { inserted: Number(row.n_tup_ins), updated: Number(row.n_tup_upd) }]))
}
