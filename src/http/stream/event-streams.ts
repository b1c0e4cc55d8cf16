import type { App } from '../../app/app.ts'
import type { StreamTelemetry } from '../telemetry.ts'
import { type ChangeOpening, ChangeStream } from './change-stream.ts'
import { EventStream, type Opening } from './event-stream.ts'

const TICK_MS = 1_000

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
  #timer: NodeJS.Timeout | null = null
  #stopping = false

  constructor(settings: StreamSettings) {
    this.#settings = settings
  }

  /** Opens a stream that has told where the player stands. Throws `StoreUnavailable`. */
  async open(opening: Pick<Opening, 'who' | 'token' | 'lastEventId' | 'correlationId'>): Promise<EventStream> {
    const { app, telemetry, tickMs = TICK_MS } = this.#settings
    const stream = new EventStream({ ...opening, app, telemetry, onClosed: () => this.#forget(stream) })
    this.#keep(stream, tickMs)
    try {
      await stream.begin()
    } catch (error) {
      stream.destroy()
      throw error
    }
    // Whoever comes while the service stops is not refused, for an EventSource would not come back: it ends at once.
    if (this.#stopping) stream.finish('stopping')
    return stream
  }

  /** Opens a stream that tells a page of the operator what has changed. */
  openChanges(opening: Pick<ChangeOpening, 'tenantId' | 'userId' | 'session' | 'correlationId'>): ChangeStream {
    const { app, telemetry, tickMs = TICK_MS } = this.#settings
    const stream = new ChangeStream({ ...opening, app, telemetry, onClosed: () => this.#forget(stream) })
    this.#keep(stream, tickMs)
    if (this.#stopping) stream.finish('stopping')
    return stream
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

  #forget(stream: EventStream | ChangeStream): void {
    this.#open.delete(stream)
    if (this.#open.size > 0 || this.#timer === null) return
    clearInterval(this.#timer)
    this.#timer = null
  }
}
