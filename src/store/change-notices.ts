import type { Pool } from 'pg'
import { type Listening, listen } from './listen.ts'
import { type Queryable, rowsOf, statement } from './statement.ts'

const CHANNEL = 'changes'

const TELL = statement('changes-tell', `select pg_notify('${CHANNEL}', notice) from unnest($1::text[]) as notice`)

/**
 * Tells all replicas. A NOTIFY makes the commits of all who send one follow each other: nothing that happens often may
 * call it from the transaction of what happens.
 */
export const tellChanges = (db: Queryable, notices: readonly string[]) => rowsOf(db, TELL, [notices])

/** Hears what any replica tells, on a connection of its own, until it is stopped. */
export const hearChanges = (pool: Pool, listening: Listening) => listen(pool, CHANNEL, listening)
