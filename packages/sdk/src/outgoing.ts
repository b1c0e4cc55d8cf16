import type { Lines } from './lines.ts'
import type { Watch } from './watch.ts'

/** Characters that are sent at a time. */
const PIECE = 64 * 1024

/** Lines on their way out, once for each attempt. */
export class Outgoing {
  readonly #lines: Lines<unknown>
  #failure: { readonly error: unknown } | null = null

  constructor(lines: Lines<unknown>) {
    const isSome =
      typeof lines === 'object' && lines !== null && (Symbol.iterator in lines || Symbol.asyncIterator in lines)
    if (!isSome && typeof lines !== 'function' && !(lines instanceof Blob)) {
      throw new TypeError('lines is no iterable, no function and no Blob')
    }
    this.#lines = lines
  }

  /** Whether they can be sent once more. What the lines themselves failed with is no failure of the service. */
  get isRepeatable(): boolean {
    const lines = this.#lines
    return this.#failure === null && (typeof lines === 'function' || lines instanceof Blob || Array.isArray(lines))
  }

  /** What the lines themselves failed with, or else the failure that is given. */
  failure(error: unknown): unknown {
    return this.#failure === null ? error : this.#failure.error
  }

  /** A body of them, to be sent under a watch; `close` says whether there was more to come. */
  open(watch: Watch): { readonly body: ReadableStream<Uint8Array> | Blob; readonly close: () => boolean } {
    // No page can send a stream everywhere, but each can send a file.
    if (this.#lines instanceof Blob) return { body: this.#lines, close: () => false }
    const lines = typeof this.#lines === 'function' ? this.#lines() : this.#lines
    const iterator = Symbol.asyncIterator in lines ? lines[Symbol.asyncIterator]() : lines[Symbol.iterator]()
    let isOver = false
    const close = (): boolean => {
      if (isOver) return false
      isOver = true
      // Nobody waits for it: it may itself be waiting for a line that never comes.
      void (async () => iterator.return?.())().catch(() => {})
      return true
    }
    const pull = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
      watch.rest()
      try {
        const { text, isLast } = await pieceOf(iterator)
        await turn()
        if (isOver) return
        watch.wait()
        if (text !== '') controller.enqueue(new TextEncoder().encode(text))
        isOver = isLast
        if (isLast) controller.close()
      } catch (error) {
        if (!isOver) this.#failure = { error }
        throw error
      }
    }
    return { body: new ReadableStream({ pull, cancel: () => void close() }, { highWaterMark: 0 }), close }
  }
}

/**
 * Lets everything else have its turn. Where lines are made at once and taken at once nothing would ever wait: neither the
 * answer nor anybody else's request would be looked at before the last line.
 */
const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))

async function pieceOf(iterator: Iterator<unknown> | AsyncIterator<unknown>) {
  let text = ''
  while (text.length < PIECE) {
    const { done, value } = await iterator.next()
    if (done) return { text, isLast: true }
    const line: string | undefined = JSON.stringify(value)
    if (line === undefined) throw new TypeError(`${typeof value} is no line`)
    text += `${line}\n`
  }
  return { text, isLast: false }
}
