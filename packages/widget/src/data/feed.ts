import { againIn } from './again.ts'
import type { Connection } from './state.ts'
import { Timer } from './timer.ts'

export interface FeedOptions {
  /** Asked for anew each time, since it carries the token, and the last event that was heard: all after it is told. */
  readonly url: (lastEventId: string) => string
  /** The names of the events to listen for. */
  readonly types: readonly string[]
  /** `isOld`: it happened before the page was opened. */
  readonly onEvent: (type: string, data: unknown, isOld: boolean) => void
  readonly onConnection: (connection: Connection) => void
  /** Asks for what the stream would have told. Rejects where nobody answers. */
  readonly poll: () => Promise<unknown>
}

const POLL_MS = 5_000
const REOPEN_MS = 3_000
/** How long a stream may take to open: some proxies keep what they let through until it ends. */
const OPEN_MS = 10_000
const REOPEN_MAX_MS = 60_000
/** How far back the stream is asked to begin, in numbers of events: a page that is opened shows the last bets, too. */
const BACK = 100

/**
 * Brings what happens: by the stream as long as it holds, else by asking every few seconds until the stream is back. A
 * browser opens a broken stream again by itself; one that was refused it gives up, and then it is opened anew here, since
 * there may be another token by then.
 */
export class Feed {
  readonly #options: FeedOptions
  #source: EventSource | null = null
  /** For a stream to open, or for the time to open it again. */
  readonly #waiting = new Timer()
  #pollTimer: ReturnType<typeof setTimeout> | undefined
  #refusals = 0
  #lastEventId = ''
  /** The number of the last event before the page was opened; null until it is known. */
  #newsAfter: number | null = null
  #isStopped = false

  constructor(options: FeedOptions) {
    this.#options = options
  }

  /** Opens the stream, or opens it again with what `url` says now. */
  open(): void {
    this.#waiting.clear()
    this.#source?.close()
    if (this.#isStopped) return
    const source = new EventSource(this.#options.url(this.#lastEventId))
    this.#source = source
    source.onopen = () => this.#opened()
    this.#waiting.set(OPEN_MS, () => this.#broken(source))
    source.onerror = () => this.#broken(source)
    for (const type of this.#options.types) {
      source.addEventListener(type, ({ data, lastEventId }: MessageEvent<string>) => {
        this.#heard(type, data, lastEventId)
      })
    }
  }

  stop(): void {
    this.#isStopped = true
    this.#waiting.clear()
    clearTimeout(this.#pollTimer)
    this.#source?.close()
  }

  #opened(): void {
    this.#refusals = 0
    this.#waiting.clear()
    clearTimeout(this.#pollTimer)
    this.#pollTimer = undefined
    this.#options.onConnection('live')
  }

  #broken(source: EventSource): void {
    if (this.#isStopped || source !== this.#source) return
    if (source.readyState === EventSource.CLOSED) {
      const wait = Math.min(REOPEN_MAX_MS, REOPEN_MS * 2 ** this.#refusals)
      this.#refusals += 1
      this.#waiting.set(wait, () => this.open())
    }
    if (this.#pollTimer === undefined) void this.#poll()
  }

  async #poll(): Promise<void> {
    // Held until the answer is there, so that a second break starts no second round.
    const round = setTimeout(() => {}, 0)
    this.#pollTimer = round
    const [connection, wait] = await this.#options.poll().then(
      () => ['polling', POLL_MS] as const,
      (error) => ['offline', againIn(error, POLL_MS)] as const,
    )
    if (this.#isStopped || this.#pollTimer !== round) return
    this.#options.onConnection(connection)
    this.#pollTimer = setTimeout(() => void this.#poll(), wait)
  }

  #heard(type: string, data: string, id: string): void {
    const number = Number(id)
    const isFirst = this.#newsAfter === null
    this.#newsAfter ??= number
    this.#lastEventId = isFirst ? String(Math.max(0, number - BACK)) : id
    try {
      this.#options.onEvent(type, JSON.parse(data), number <= this.#newsAfter)
    } catch {
      // What cannot be read is passed over: the next progress tells the same and more.
    }
    if (isFirst && number > 0) this.open()
  }
}
