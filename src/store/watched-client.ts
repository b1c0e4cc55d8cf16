import pg from 'pg'
import { AnswerWatch } from './answer-watch.ts'

/** How long the server works on a statement that says nothing else, in milliseconds. */
export const STATEMENT_MS = 30_000
/**
 * How long an answer is waited for, in milliseconds. The limit of a statement would have brought one by then, so nobody is
 * at the other end: a host that lost its power says no word, and the kernel would go on trying for a quarter of an hour.
 */
export const ANSWER_MS = STATEMENT_MS + 5_000
const UNANSWERED = 'the connection was given up, since an answer was late'

export interface WatchedConfig extends pg.ClientConfig {
  readonly answerMs: number
}

type Callback = (error: unknown, result: unknown) => void

/**
 * A connection that is given up, with all that waits on it, when an answer is late.
 *
 * Gives the driver a callback with every query. Where the driver makes the promise itself, none is collected while it is
 * young: each query grows old in the heap, with its rows and its values, and waits there for the next big collection.
 * Measured in the pipeline: 13 KB more for each bet, 10 of them buffers.
 */
export class WatchedClient extends pg.Client {
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
export class UnnamedClient extends WatchedClient {
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
