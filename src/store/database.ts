import pg from 'pg'

export interface DatabaseOptions {
  readonly url: string
  /**
   * False behind an old pooler in transaction mode: statements then go without their names, which such a pooler would
   * mix up between its connections, and connections without the time limits, which it refuses.
   */
  readonly prepared: boolean
  /** At most so many connections in the pool. */
  readonly poolSize?: number
  /** Is told when a connection breaks while nobody waits for an answer on it. */
  readonly onConnectionLost?: (error: Error) => void
}

/** The database did not commit: it had already given the transaction up, and rolled it back. */
export class NotCommitted extends Error {
  override readonly name = 'NotCommitted'
}

/** The database cannot be reached; what was asked may be asked again. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'
}

/** An error as `StoreUnavailable` where it says that a connection broke; else as it is. */
export const asUnavailable = (error: unknown): unknown =>
  isConnectionLoss(error) ? new StoreUnavailable('the connection to the database broke', { cause: error }) : error

// PostgreSQL's classes 08 (connection) and 57P (shut down, starting up), the system's own codes, and the driver's words.
const isConnectionLoss = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && /^(08...|57P..|E[A-Z]{3,})$/.test(String(error.code))) ||
    /^(Connection terminated|Client has encountered a connection error)/.test(error.message))

const CONNECT_MS = 5_000
const STATEMENT_MS = 30_000
const IDLE_IN_TRANSACTION_MS = 60_000

const { builtins, getTypeParser } = pg.types
const INT8_ARRAY: number = 1016
const NUMERIC_ARRAY: number = 1231

/**
 * The pool for all that is not the command pipeline. A connection that breaks is replaced at its next use; what ran on
 * it rejects with `StoreUnavailable`, and so does whoever gets no connection at all.
 */
export function createPool(options: DatabaseOptions): pg.Pool {
  const pool = new CheckedPool({ ...clientConfig(options), max: options.poolSize ?? 10, Client: clientClass(options) })
  // Without these listeners a broken connection would end the process: the pool speaks for its idle clients only.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', (error) => options.onConnectionLost?.(error)))
  return pool
}

type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void

/** A pool that tells a database that is away from a statement that is wrong. */
class CheckedPool extends pg.Pool {
  // The driver has overloads with callbacks, which it uses itself, and with promises.
  override connect(callback?: Connected): never {
    const unreachable = (cause: unknown) => new StoreUnavailable('the database cannot be reached', { cause })
    if (callback === undefined) return super.connect().catch((cause) => Promise.reject(unreachable(cause))) as never
    return super.connect((error, client, done) => callback(error && unreachable(error), client, done)) as never
  }

  override query(...args: readonly unknown[]): never {
    const answer = Reflect.apply(super.query, this, args) as Promise<unknown> | undefined
    return answer?.catch((error: unknown) => Promise.reject(asUnavailable(error))) as never
  }
}

/**
 * A connection of its own that sends its queries without waiting for the answers before. The caller watches its `end`
 * event and makes another. Danger: a COMMIT is only to be sent after all writes have resolved, for a query that throws
 * while its values are serialised never leaves, and a COMMIT behind it would commit the rest.
 */
export async function connectPipelined(options: DatabaseOptions): Promise<pg.Client> {
  const Client = clientClass(options)
  const client = new Client({ ...clientConfig(options), pipeline: true })
  client.on('error', (error) => options.onConnectionLost?.(error))
  await client.connect()
  return client
}

/**
 * Runs `work` in one transaction and commits what it did; if it throws, nothing happened. Throws what `work` throws, and
 * `NotCommitted` when the database rolled back although `work` succeeded, `StoreUnavailable` when the connection broke. If the connection breaks during the COMMIT its
 * fate is unknown.
 */
export async function withTransaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
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
    throw asUnavailable(error)
  } finally {
    client.release(!reusable)
  }
}

/** Commits, or throws `NotCommitted`: COMMIT in a failed transaction succeeds, and says ROLLBACK. */
export async function commit(client: pg.ClientBase): Promise<void> {
  const { command } = await client.query('commit')
  if (command !== 'COMMIT') throw new NotCommitted(`the database answered COMMIT with ${command}`)
}

const clientConfig = ({ url, prepared }: DatabaseOptions): pg.ClientConfig => ({
  connectionString: url,
  application_name: 'challenge-funding',
  connectionTimeoutMillis: CONNECT_MS,
  keepAlive: true,
  types: { getTypeParser: parserOf },
  // On the server: the driver's own query_timeout would destroy the connection.
  ...(prepared && { statement_timeout: STATEMENT_MS, idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS }),
})

const clientClass = ({ prepared }: DatabaseOptions): typeof pg.Client => (prepared ? pg.Client : UnnamedClient)

/** Sends every statement without its name. */
class UnnamedClient extends pg.Client {
  // The driver has ten overloads of query, all of which are meant here.
  override query(...args: readonly unknown[]): never {
    const [statement, ...rest] = args
    return Reflect.apply(super.query, this, [withoutName(statement), ...rest]) as never
  }
}

function withoutName(statement: unknown): unknown {
  // A statement object has a text; what submits itself (a cursor) has a method and must stay what it is.
  if (typeof statement !== 'object' || statement === null || 'submit' in statement) return statement
  return { ...statement, name: undefined }
}

type Parser = (text: string) => unknown

/**
 * How a column arrives: bigint as a number, because money is a safe integer; numeric as text, because it is exact; date
 * as its text, because a day has no time zone. All else as the driver has it.
 */
function parserOf(oid: number, format?: string): Parser {
  if (format === 'binary') return getTypeParser(oid, 'binary')
  if (oid === builtins.INT8) return safeInteger
  if (oid === builtins.DATE) return (text) => text
  if (oid === INT8_ARRAY) return (text) => textArray(text).map((item) => (item === null ? null : safeInteger(item)))
  if (oid === NUMERIC_ARRAY) return textArray
  return getTypeParser(oid, 'text')
}

/** Throws a RangeError for a bigint that a number cannot hold exactly. */
function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`the database holds ${text}, which is no safe integer`)
  return value
}

// The elements of a text[] come as they are; the type's number is fixed in PostgreSQL's catalogue.
const TEXT_ARRAY: number = 1009
const textArray = (text: string): readonly (string | null)[] => getTypeParser(TEXT_ARRAY, 'text')(text)
