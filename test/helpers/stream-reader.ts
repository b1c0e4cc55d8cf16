import { expect } from 'vitest'
import { bodyIf } from './client.ts'
import type { TestTenant } from './service.ts'

/** An event as it came over the wire. */
export interface ReadEvent {
  readonly id: number
  readonly name: string
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects and fails where it is not there
  readonly data: any
}

/** Reads an event stream over HTTP, by hand, so that it sees the comments, too. */
export class StreamReader {
  readonly events: ReadEvent[] = []
  comments = 0
  retryMs: number | null = null
  ended = false
  readonly response: Response
  readonly #cut: AbortController

  private constructor(response: Response, cut: AbortController) {
    this.response = response
    this.#cut = cut
    void this.#read()
  }

  static async open(url: string, headers: { readonly [name: string]: string } = {}): Promise<StreamReader> {
    const cut = new AbortController()
    const response = await fetch(url, { headers, signal: cut.signal })
    if (response.status !== 200) throw new Error(`expected 200, got ${response.status} ${await response.text()}`)
    return new StreamReader(response, cut)
  }

  /** Hangs up. */
  close(): void {
    this.#cut.abort()
  }

  /** The numbers of all events of a name, in the order in which they came. */
  idsOf = (name: string): readonly number[] => this.events.filter((event) => event.name === name).map(({ id }) => id)

  /** What all events of a name said, in the order in which they came. */
  dataOf = (name: string): readonly ReadEvent['data'][] =>
    this.events.filter((event) => event.name === name).map(({ data }) => data)

  /** The names of all events, in the order in which they came. */
  get names(): readonly string[] {
    return this.events.map(({ name }) => name)
  }

  /** Waits until so many events of a name have come, and gives the last of them. */
  async nth(name: string, n = 1): Promise<ReadEvent> {
    await expect.poll(() => this.idsOf(name).length, { timeout: 20_000 }).toBeGreaterThanOrEqual(n)
    const found = this.events.filter((event) => event.name === name)[n - 1]
    if (found === undefined) throw new Error(`there is no ${name} number ${n}`)
    return found
  }

  /** Waits for a sign of life that was sent after this call. */
  async alive(): Promise<void> {
    // The first one that comes may have been on its way.
    const enough = this.comments + 2
    await expect.poll(() => this.comments, { timeout: 20_000 }).toBeGreaterThanOrEqual(enough)
  }

  async #read(): Promise<void> {
    let text = ''
    try {
      for await (const chunk of this.response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        text += chunk
        const blocks = text.split('\n\n')
        text = blocks.pop() ?? ''
        for (const block of blocks) this.#take(block)
      }
    } catch {
      // Cut, by either side.
    }
    this.ended = true
  }

  #take(block: string): void {
    const lines = block.split('\n')
    if (lines.every((line) => line.startsWith(':'))) {
      this.comments += 1
      return
    }
    const field = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2)
    const retry = field('retry')
    if (retry !== undefined) {
      this.retryMs = Number(retry)
      return
    }
    this.events.push({
      id: Number(field('id')),
      name: field('event') ?? 'message',
      data: JSON.parse(field('data') ?? 'null'),
    })
  }
}

/** A token of a player, minted by the backend. */
export const streamToken = async ({ api }: TestTenant, userId: string): Promise<string> =>
  bodyIf(await api.post('/v1/sse/token', { userId })).token

/** The path of a player's stream. */
export const streamPath = (token: string, userId: string, more = ''): string =>
  `/v1/events?token=${token}&userId=${encodeURIComponent(userId)}${more}`
