import pg from 'pg'
import { parserOf } from './columns.ts'
import { throwFromStore } from './store-unavailable.ts'
import { ANSWER_MS, STATEMENT_MS, UnnamedClient, WatchedClient, type WatchedConfig } from './watched-client.ts'

export interface DatabaseOptions {
  readonly url: string
  /**
   * False behind an old pooler in transaction mode: statements then go without their names, which such a pooler would
   * mix up between its connections, and connections without the time limits, which it refuses.
   */
  readonly prepared: boolean
  /** How long a connection waits for an answer before it is given up, in milliseconds; a statement may say otherwise. */
  readonly answerMs?: number
  /** At most so many connections in the pool. */
  readonly poolSize?: number
  /** Is told when a connection breaks while nobody waits for an answer on it. */
  readonly onConnectionLost?: (error: Error) => void
}

/** The database did not commit: it had already given the transaction up, and rolled it back. */
class NotCommitted extends Error {
  override readonly name = 'NotCommitted'
}

const CONNECT_MS = 5_000
const IDLE_IN_TRANSACTION_MS = 60_000
/**
 * A batch waits for nobody between its statements. A process that stands still there is frozen, and holds the players of
 * the batch under its locks: after so long the others get them. What it had decided is undone, and decided again if it
 * comes back.
 */
const IDLE_IN_BATCH_MS = 5_000
/** After so long in silence the kernel asks whether the other end is still there. */
const KEEP_ALIVE_MS = 10_000

// Statements are short. Before version 18 a way that is switched off counts as very dear, so that PostgreSQL compiled each
// statement that has to go it all the same: measured, half a second for each batch that tells the operator something.
const UNCOMPILED = '-c jit=off'

// A batch finds every row by its key, and each statement is planned once a connection. Plans that were made while tables
// were empty would read them from end to end: measured, 0.2 ms for each bet that is settled instead of 0.02. Left alone,
// PostgreSQL plans the locks of small batches anew each time, which takes a sixth of its time for them.
const KEYED_PLANS = [
  UNCOMPILED,
  ...['seqscan', 'hashjoin', 'mergejoin', 'bitmapscan'].map((way) => `-c enable_${way}=off`),
  '-c plan_cache_mode=force_generic_plan',
].join(' ')

/**
 * The pool for all that is not the command pipeline. A connection that breaks is replaced at its next use; what ran on
 * it rejects.
 */
export function createPool(options: DatabaseOptions): pg.Pool {
  const pool = new pg.Pool({ ...clientConfig(options), max: options.poolSize ?? 10, Client: clientClass(options) })
  // Without these listeners a broken connection would end the process: the pool speaks for its idle clients only.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', (error) => options.onConnectionLost?.(error)))
  return pool
}

/**
 * A connection of its own that sends its queries without waiting for the answers before. The caller watches its `end`
 * event and makes another. Danger: a COMMIT may go with one write, but has to wait for several, for a query that throws
 * while its values are serialised never leaves, and a COMMIT behind it would commit the rest.
 */
export async function connectPipelined(options: DatabaseOptions): Promise<pg.Client> {
  const Client = clientClass(options)
  const client = new Client({
    ...clientConfig(options),
    ...(options.prepared && {
      options: KEYED_PLANS,
      idle_in_transaction_session_timeout: IDLE_IN_BATCH_MS,
    }),
    pipeline: true,
  })
  client.on('error', (error) => options.onConnectionLost?.(error))
  await client.connect()
  return client
}

/**
 * Runs `work` in one transaction and commits what it did; if it throws, nothing happened. Throws what `work` throws, and
 * `NotCommitted` when the database rolled back although `work` succeeded, and `StoreUnavailable` when it cannot be
 * reached; if that happens during the COMMIT, its fate is unknown.
 */
export async function withTransaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect().catch(throwFromStore)
  let reusable = false
  try {
    await client.query('begin')
    const result = await work(client)
    await commit(client)
    reusable = true
    return result
  } catch (error) {
    reusable = await client.query('rollback').then(
      () => true,
      () => false,
    )
    return throwFromStore(error)
  } finally {
    client.release(!reusable)
  }
}

/** Commits, or throws `NotCommitted`: COMMIT in a failed transaction succeeds, and says ROLLBACK. */
export async function commit(client: pg.ClientBase): Promise<void> {
  const { command } = await client.query('commit')
  if (command !== 'COMMIT') throw new NotCommitted(`the database answered COMMIT with ${command}`)
}

const clientConfig = ({ url, prepared, answerMs = ANSWER_MS }: DatabaseOptions): WatchedConfig => ({
  connectionString: url,
  application_name: 'challenge-funding',
  connectionTimeoutMillis: CONNECT_MS,
  keepAlive: true,
  keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  types: { getTypeParser: parserOf },
  // What is too long ends on the server, and the connection with it only where nothing is heard of that.
  answerMs,
  ...(prepared && {
    options: UNCOMPILED,
    statement_timeout: STATEMENT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
  }),
})

const clientClass = ({ prepared }: DatabaseOptions): typeof WatchedClient => (prepared ? WatchedClient : UnnamedClient)
