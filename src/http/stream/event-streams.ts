import type { App } from '../../app/app.ts'
import type { Who } from '../../app/who.ts'
import type { Live } from '../route.ts'
import type { StreamTelemetry } from '../telemetry.ts'
import { type ChangeOpening, ChangeStream } from './change-stream.ts'
import { EventStream, type Opening } from './event-stream.ts'
import { TICK_MS } from './pace.ts'

/** Streams of one player or of one person on this process: as many as a browser opens over one connection of HTTP/2. */
export const STREAMS_MAX = 100

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
  /** How many each player has, and each person of an operator. */
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
    const { app, telemetry } = this.#settings
    const whose = playerOf(opening.who)
    if (this.#hasEnough(whose)) return null
    const stream = new EventStream({
      ...opening,
      app,
      telemetry,
      onClosed: (closed) => this.#forget(closed, playerOf(closed.who)),
    })
    this.#keep(stream, whose)
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

  /**
   * Opens a stream that tells a page of the operator what has changed, as soon as it is given a reader; null where the person,
   * or the server key, has as many as they may.
   */
  openChanges(opening: Pick<ChangeOpening, 'tenantId' | 'userId' | 'session' | 'correlationId'>): Live['tell'] | null {
    const { app, telemetry } = this.#settings
    const whose = `changes ${opening.tenantId} ${opening.session?.adminId ?? 'server_key'}`
    if (this.#hasEnough(whose)) return null
    return (reader) => {
      const onClosed = () => this.#forget(stream, whose)
      const stream = new ChangeStream({ ...opening, app, telemetry, reader, onClosed })
      this.#keep(stream, whose)
      stream.begin()
      if (this.#stopping) stream.finish('stopping')
    }
  }

  /** Ends all of them; their clients come back, and find another replica or this one after its restart. */
  stop(): void {
    this.#stopping = true
    for (const stream of this.#open) stream.finish('stopping')
  }

  #hasEnough(whose: string): boolean {
    const hasEnough = (this.#counts.get(whose) ?? 0) >= STREAMS_MAX
    if (hasEnough) this.#settings.telemetry.requestLimited('streamsPerUser')
    return hasEnough
  }

  #keep(stream: EventStream | ChangeStream, whose: string): void {
    this.#open.add(stream)
    this.#count(whose, 1)
    this.#timer ??= setInterval(() => this.#tick(), this.#settings.tickMs ?? TICK_MS)
  }

  #tick(): void {
    for (const stream of this.#open) stream.tick()
  }

  #count(whose: string, more: 1 | -1): void {
    const count = (this.#counts.get(whose) ?? 0) + more
    if (count === 0) this.#counts.delete(whose)
    else this.#counts.set(whose, count)
  }

  #forget(stream: EventStream | ChangeStream, whose: string): void {
    // What has ended already ends once more when its reader goes.
    if (!this.#open.delete(stream)) return
    this.#count(whose, -1)
    if (this.#open.size > 0 || this.#timer === null) return
    clearInterval(this.#timer)
    this.#timer = null
  }
}

const playerOf = ({ tenantId, userId }: Who): string => `${tenantId} ${userId}`
