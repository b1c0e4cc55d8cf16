import type { FeedEntry } from '../src/shown.ts'

/** How many entries are kept for pages that come later. */
const KEPT = 300
const PER_PLAYER = 60

/** The last entries of all players, and the pages that listen. */
export class Feed {
  readonly #entries: FeedEntry[] = []
  readonly #listeners = new Map<ReadableStreamDefaultController<Uint8Array>, string>()
  /** The id of the latest entry. They go on rising over a restart: a page that is open meanwhile knows those of before. */
  #id = Date.now()

  add(entry: Omit<FeedEntry, 'id' | 'at'>): void {
    this.#id += 1
    const added = { ...entry, id: this.#id, at: new Date().toISOString() }
    this.#entries.push(added)
    if (this.#entries.length > KEPT) this.#entries.shift()
    for (const [listener, player] of this.#listeners) if (player === entry.player) tell(listener, added)
  }

  /** A stream of server-sent events: what was, then what comes. */
  listen(player: string): Response {
    let own: ReadableStreamDefaultController<Uint8Array>
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => {
        own = controller
        controller.enqueue(encode('retry: 2000\n\n'))
        const past = this.#entries.filter((entry) => entry.player === player)
        for (const entry of past.slice(-PER_PLAYER)) tell(controller, entry)
        this.#listeners.set(controller, player)
      },
      cancel: () => {
        this.#listeners.delete(own)
      },
    })
    return new Response(stream, { headers: { 'content-type': 'text/event-stream' } })
  }

  /** Ends all streams, so that whoever stops need not wait for pages to close. */
  close(): void {
    for (const listener of this.#listeners.keys()) listener.close()
    this.#listeners.clear()
  }
}

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)

const tell = (listener: ReadableStreamDefaultController<Uint8Array>, entry: FeedEntry): void =>
  listener.enqueue(encode(`id: ${entry.id}\ndata: ${JSON.stringify(entry)}\n\n`))
