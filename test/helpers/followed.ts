import { afterEach, expect } from 'vitest'
import {
  type ClientOptions,
  createClient,
  type Input,
  type PlayerStreamOptions,
  type RetryNotice,
  type StreamEvent,
} from '../../packages/sdk/src/index.ts'

/** Follows a stream beside the test, and keeps what it tells. */
export class Followed {
  readonly events: StreamEvent[] = []
  readonly notices: RetryNotice[] = []
  /** How it ended: undefined while it has not, null where nothing was thrown. */
  end: unknown
  readonly #stop = new AbortController()

  constructor(options: ClientOptions, input: Input<'streamEvents'>, own: PlayerStreamOptions = {}) {
    const client = createClient({ ...options, onRetry: (notice) => this.notices.push(notice) })
    void this.#follow(client.streamEvents(input, { reconnectMs: 20, signal: this.#stop.signal, ...own }))
  }

  stop(): void {
    this.#stop.abort()
  }

  typed<Type extends StreamEvent['type']>(type: Type): readonly Extract<StreamEvent, { type: Type }>[] {
    return this.events.filter((event): event is Extract<StreamEvent, { type: Type }> => event.type === type)
  }

  async nth<Type extends StreamEvent['type']>(type: Type, n = 1): Promise<Extract<StreamEvent, { type: Type }>> {
    await expect.poll(() => this.typed(type).length).toBeGreaterThanOrEqual(n)
    const event = this.typed(type)[n - 1]
    if (event === undefined) throw new Error(`there is no ${type} number ${n}`)
    return event
  }

  /** What it threw in the end. */
  async failure(): Promise<unknown> {
    await expect.poll(() => this.end).not.toBe(undefined)
    return this.end
  }

  async #follow(stream: AsyncIterable<StreamEvent>): Promise<void> {
    try {
      for await (const event of stream) this.events.push(event)
      this.end = null
    } catch (error) {
      this.end = error
    }
  }
}

export type Follow = (options: ClientOptions, input: Input<'streamEvents'>, own?: PlayerStreamOptions) => Followed

/** Follows streams for the tests of a file, each until its test ends. */
export function useFollowed(): Follow {
  const followed: Followed[] = []
  afterEach(() => {
    for (const one of followed.splice(0)) one.stop()
  })
  return (options, input, own) => {
    const one = new Followed(options, input, own)
    followed.push(one)
    return one
  }
}
