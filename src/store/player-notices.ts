import type { Pool } from 'pg'
import { type Listening, listen } from './listen.ts'
import { type Queryable, rowsOf, statement } from './statement.ts'

/*
 * Who waits for changes of players hears of them from the transaction that makes them, by NOTIFY. A NOTIFY makes the
 * commits of all transactions that send one follow each other, so none is sent while nobody listens. Whether somebody
 * does is told by locks: whoever listens holds them shared, for as long as their connection lives; a batch tries to take
 * one of them for itself and tells only when it cannot. That is exact: who comes to listen waits for the batch that has
 * just found nobody, and finds in the books what it wrote. There are several locks, by the process that serves the
 * connection, so that batches of several lanes hardly ever meet at one; if they do, one of them tells in vain.
 */

const CHANNEL = 'players_changed'
/** Names our locks among those of two numbers. */
const LOCKS = 20_261_121
const SLOTS = 16

/** Tells all who listen what stands in a parameter; a query of one row where somebody listens. */
export const tellListeners = (parameter: string): string =>
  `select pg_notify('${CHANNEL}', ${parameter}) where not pg_try_advisory_xact_lock(${LOCKS}, pg_backend_pid() % ${SLOTS})`

const TELL = statement('notices-tell', tellListeners('$1::text'))

/** Tells what no batch has changed, from the transaction that did. */
export const tellNotice = (db: Queryable, notice: string) => rowsOf(db, TELL, [notice])

const BE_HEARD = statement(
  'notices-be-heard',
  `select pg_advisory_lock_shared(${LOCKS}, slot) from generate_series(0, ${SLOTS - 1}) as slot`,
)

/** Hears which players have changed, on a connection of its own, until it is stopped. */
export const hearPlayerNotices = (pool: Pool, listening: Listening) =>
  listen(pool, CHANNEL, { ...listening, prepare: (client) => rowsOf(client, BE_HEARD, []) })
