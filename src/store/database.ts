import pg from 'pg'
import { AnswerWatch } from './answer-watch.ts'
import { throwFromStore } from './store-unavailable.ts'

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
export class NotCommitted extends Error {
  override readonly name = 'NotCommitted'
}

const CONNECT_MS = 5_000
const STATEMENT_MS = 30_000
const IDLE_IN_TRANSACTION_MS = 60_000
/**
 * A batch waits for nobody between its statements. Who stands still there is frozen, with the players of the batch under
 * its locks: the others get them after so long. What it had decided is undone, and decided again if it comes back.
 */
const IDLE_IN_BATCH_MS = 5_000
/**
 * After this long without an answer, which the limit of a statement would have brought, nobody is at the other end: a host
 * that lost its power says no word, and the kernel would go on trying for a quarter of an hour.
 */
const ANSWER_MS = STATEMENT_MS + 5_000
const UNANSWERED = 'the connection was given up, since an answer was late'
/** After so long in silence the kernel asks whether the other end is still there. */
const KEEP_ALIVE_MS = 10_000

// A batch finds every row by its key, and each statement is planned once a connection. Plans that were made while tables
// were empty would read them from end to end: measured, 0.2 ms for each bet that is settled instead of 0.02. Left alone,
// PostgreSQL plans the locks of small batches anew each time, which takes a sixth of its time for them.
const KEYED_PLANS = [
  ...['seqscan', 'hashjoin', 'mergejoin', 'bitmapscan'].map((way) => `-c enable_${way}=off`),
  '-c plan_cache_mode=force_generic_plan',
].join(' ')

const { builtins, getTypeParser } = pg.types
const INT8_ARRAY: number = 1016
const NUMERIC_ARRAY: number = 1231

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

interface WatchedConfig extends pg.ClientConfig {
  readonly answerMs: number
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
  ...(prepared && { statement_timeout: STATEMENT_MS, idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS }),
})

const clientClass = ({ prepared }: DatabaseOptions): typeof WatchedClient => (prepared ? WatchedClient : UnnamedClient)

type Callback = (error: unknown, result: unknown) => void

/**
 * A connection that is given up, with all that waits on it, when an answer is late.
 *
 * Gives the driver a callback with every query. Where the driver makes the promise itself, none is collected while it is
 * young: each query grows old in the heap, with its rows and its values, and waits there for the next big collection.
 * Measured in the pipeline: 13 KB more for each bet, 10 of them buffers.
 */
class WatchedClient extends pg.Client {
  readonly #answerMs: number
  readonly #watch = new AnswerWatch(() => this.#giveUp())
  #isGivenUp = false

  constructor({ answerMs, ...config }: WatchedConfig = { answerMs: ANSWER_MS }) {
    super(config)
    this.#answerMs = answerMs
  }

  // The driver has ten overloads of query, all of which are meant here.
  override query(...args: readonly unknown[]): never {
    const [query] = args
    if (isSubmittable(query)) return Reflect.apply(super.query, this, args) as never
    const last = args.at(-1)
    if (isCallback(last)) return this.#ask(args.slice(0, -1), last) as never
    return this.#promise(args) as never
  }

  async #promise(args: readonly unknown[]): Promise<unknown> {
    try {
      return await new Promise((resolve, reject) => {
        this.#ask(args, (error, result) => (error ? reject(error) : resolve(result)))
      })
    } catch (error) {
      // So that it says who asked, and not that a socket had something to read.
      if (error instanceof Error) Error.captureStackTrace(error)
      throw error
    }
  }

  #ask(args: readonly unknown[], callback: Callback): unknown {
    const asked = this.#watch.asked(answerMsOf(args[0]) ?? this.#answerMs)
    const answered: Callback = (error, result) => {
      this.#watch.answered(asked)
      callback(this.#isGivenUp ? new Error(UNANSWERED, { cause: error }) : error, result)
    }
    return Reflect.apply(super.query, this, [...args, answered])
  }

  // The driver's way to end a connection waits for what it was asked last.
  #giveUp(): void {
    this.#isGivenUp = true
    this.connection.stream.destroy()
  }
}

const isCallback = (value: unknown): value is Callback => typeof value === 'function'

const isSubmittable = (query: unknown): boolean => typeof query === 'object' && query !== null && 'submit' in query

/** How long the answer to a statement may take, in milliseconds, where it says so. */
function answerMsOf(query: unknown): number | undefined {
  if (typeof query !== 'object' || query === null || !('answerMs' in query)) return undefined
  return typeof query.answerMs === 'number' ? query.answerMs : undefined
}

/** Sends every statement without its name. */
class UnnamedClient extends WatchedClient {
  override query(...args: readonly unknown[]): never {
    const [statement, ...rest] = args
    return Reflect.apply(super.query, this, [withoutName(statement), ...rest]) as never
  }
}

function withoutName(statement: unknown): unknown {
  // A statement object has a text; what submits itself (a cursor) has a method and must stay what it is.
  if (typeof statement !== 'object' || statement === null || isSubmittable(statement)) return statement
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
