import type { App, Who } from '../../app/app.ts'
import type { Live } from '../route.ts'
import type { StreamTelemetry } from '../telemetry.ts'
import { type ChangeOpening, ChangeStream } from './change-stream.ts'
import { EventStream, type Opening } from './event-stream.ts'
import { TICK_MS } from './pace.ts'

/** Streams of one player on this process: as many as a browser opens over one connection of HTTP/2. */
export const STREAMS_OF_PLAYER_MAX = 100

export interface StreamSettings {
  readonly app: App
  readonly telemetry: StreamTelemetry
  /** How often a stream looks after itself, in milliseconds: tests live faster. */
  readonly tickMs?: number
}

/** The event streams that are open on this process. */
export class EventStreams {
  readonly #settings: StreamSettings
  readonly #open = new Set<EventStream | ChangeStream>()
  /** How many each player has, by tenant and user. */
  readonly #counts = new Map<string, number>()
  #timer: NodeJS.Timeout | null = null
  #stopping = false

  constructor(settings: StreamSettings) {
    this.#settings = settings
  }

  /**
   * Opens a stream that begins as soon as it is given a reader; null where the player has as many as they may. Throws
   * `StoreUnavailable`.
   */
  async open(opening: Pick<Opening, 'who' | 'token' | 'lastEventId' | 'correlationId'>): Promise<Live['tell'] | null> {
    const { app, telemetry, tickMs = TICK_MS } = this.#settings
    if (this.#countOf(opening.who) >= STREAMS_OF_PLAYER_MAX) {
      telemetry.requestLimited('streamsPerUser')
      return null
    }
    const onClosed = (closed: EventStream): void => {
      this.#forget(closed)
      this.#count(closed.who, -1)
    }
    const stream = new EventStream({ ...opening, app, telemetry, onClosed })
    this.#keep(stream, tickMs)
    this.#count(opening.who, 1)
    const first = await stream.first().catch((error: unknown) => {
      stream.close()
      throw error
    })
    return this.#telling(stream, first)
  }

  // Not inside `open`: closures of one function keep each other's variables, here the first text for as long as it is read.
  #telling(stream: EventStream, first: string): Live['tell'] {
    return (reader) => {
      stream.begin(reader, first)
      // Whoever comes while the service stops is not refused, for an EventSource would not come back: it ends at once.
      if (this.#stopping) stream.finish('stopping')
    }
  }

  /** Opens a stream that tells a page of the operator what has changed, as soon as it is given a reader. */
  openChanges(opening: Pick<ChangeOpening, 'tenantId' | 'userId' | 'session' | 'correlationId'>): Live['tell'] {
    const { app, telemetry, tickMs = TICK_MS } = this.#settings
    return (reader) => {
      const stream = new ChangeStream({ ...opening, app, telemetry, reader, onClosed: () => this.#forget(stream) })
      this.#keep(stream, tickMs)
      stream.begin()
      if (this.#stopping) stream.finish('stopping')
    }
  }

  /** Ends all of them; their clients come back, and find another replica or this one after its restart. */
  stop(): void {
    this.#stopping = true
    for (const stream of this.#open) stream.finish('stopping')
  }

  #keep(stream: EventStream | ChangeStream, tickMs: number): void {
    this.#open.add(stream)
    this.#timer ??= setInterval(() => this.#tick(), tickMs)
  }

  #tick(): void {
    for (const stream of this.#open) stream.tick()
  }

  #countOf({ tenantId, userId }: Who): number {
    return this.#counts.get(`${tenantId} ${userId}`) ?? 0
  }

  #count(who: Who, more: 1 | -1): void {
    const player = `${who.tenantId} ${who.userId}`
    const count = this.#countOf(who) + more
    if (count === 0) this.#counts.delete(player)
    else this.#counts.set(player, count)
  }

  #forget(stream: EventStream | ChangeStream): void {
    this.#open.delete(stream)
    if (this.#open.size > 0 || this.#timer === null) return
    clearInterval(this.#timer)
    this.#timer = null
  }
}
