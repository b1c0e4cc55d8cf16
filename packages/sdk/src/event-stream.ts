import { ChallengeFundingError, failedOnTheWay, isFailure } from './challenge-funding-error.ts'
import { eventsOf } from './event-text.ts'
import { openText, type Sending } from './exchange.ts'
import { readJson } from './incoming.ts'
import type { Called } from './operations.ts'
import type { CallOptions, ClientOptions } from './options.ts'
import { placed, sendingOf } from './request.ts'
import { mayPass, pause, settingsOf } from './retries.ts'

/*
 * How a stream is followed. It is a row of connections: each goes on after the last event that was heard, so that what
 * happened in between is told by the next one, once and in order. A cut, a silence without heartbeats and a service that
 * is away for a while are pauses, not ends. It ends when its caller has enough, and with an error when the service will
 * not have this client, whatever it tries.
 */

/** What a stream may have of its own. `signal` ends it, and that is no error. */
export interface StreamOptions extends Omit<CallOptions, 'idempotencyKey'> {
  /** After how much silence a connection is taken for lost, in milliseconds; 45,000, three heartbeats, if not given. */
  readonly idleMs?: number
  /** The pause before it comes back, in milliseconds, which doubles as long as it fails; what the service says, if not given. */
  readonly reconnectMs?: number
}

/** What the stream of a player may have, too. */
export interface PlayerStreamOptions extends StreamOptions {
  /**
   * Brings a token of the player: for the first connection, and whenever one is over. `refused` is the one that has
   * expired or that the service would not have; null at first.
   */
  readonly token?: (refused: string | null) => string | Promise<string>
}

/** Null: the credentials alone open the stream, or nothing does. */
export type TokenSource = (refused: string | null) => Promise<string | null>

export interface Following {
  readonly options: ClientOptions
  readonly called: Called
  readonly input: object
  readonly own: StreamOptions
  readonly token: TokenSource
}

/** Which types there are, and what they carry, is the word of the service. Not every stream counts its events. */
interface ToldEvent {
  readonly id?: number
  readonly type: string
  readonly data: unknown
}

const USUAL_IDLE_MS = 45_000
const USUAL_RECONNECT_MS = 3_000
const RECONNECT_MAX_MS = 30_000
/** How many tokens in a row may be refused. */
const REFUSED_MAX = 2

export async function* follow(following: Following): AsyncGenerator<ToldEvent, void, undefined> {
  const follower = new Follower(following)
  const { signal } = following.own
  while (!signal?.aborted) {
    try {
      for await (const event of follower.connection()) {
        yield event
        if (signal?.aborted) return
      }
    } catch (error) {
      if (signal?.aborted) return
      await follower.recover(error).catch((reason: unknown) => {
        if (!signal?.aborted) throw reason
      })
    }
  }
}

class Follower {
  readonly #following: Following
  #lastEventId: number | null
  #reconnectMs: number
  /** Whether the service has ever told anything: then it is sure that it can. */
  #isKnown = false
  /** Failures in a row. */
  #failures = 0
  #token: string | null = null
  #refused: string | null = null
  /** What the service said when it refused it; null where it was told in time that it is over. */
  #refusal: ChallengeFundingError | null = null
  #refusals = 0

  constructor(following: Following) {
    this.#following = following
    const { lastEventId = null } = following.input as { readonly lastEventId?: number }
    this.#lastEventId = lastEventId
    this.#reconnectMs = following.own.reconnectMs ?? USUAL_RECONNECT_MS
  }

  /** The events of a connection until its token is over. Throws when it is cut, also by the service in all friendship. */
  async *connection(): AsyncGenerator<ToldEvent, void, undefined> {
    const { idleMs = USUAL_IDLE_MS, reconnectMs } = this.#following.own
    const pieces = await openText(await this.#sending(), 'text/event-stream', idleMs)
    const onRetry = (ms: number): void => {
      if (reconnectMs === undefined) this.#reconnectMs = ms
    }
    for await (const { id, name, data } of eventsOf(pieces, onRetry)) {
      const event = { ...(id !== '' && { id: Number(id) }), type: name, data: readJson(data) }
      this.#heard(event)
      yield event
      if (event.type === 'token_expired') return
    }
    throw failedOnTheWay('network_error', 'The stream has ended')
  }

  #heard({ id, type }: ToldEvent): void {
    this.#isKnown = true
    this.#failures = 0
    this.#lastEventId = id ?? this.#lastEventId
    if (type === 'token_expired') this.#refused = this.#token
    else this.#refusals = 0
    this.#refusal = null
  }

  async #sending(): Promise<Sending> {
    const { options, called, input, own } = this.#following
    const { entry } = called
    const { token: _, lastEventId: __, ...query } = input as { readonly token?: string; readonly lastEventId?: number }
    this.#token = await this.#following.token(this.#refused)
    if (this.#refusal !== null && this.#token === this.#refused) throw this.#refusal
    const headers = {
      accept: 'text/event-stream',
      ...(this.#token !== null && { 'x-user-token': this.#token }),
      ...(this.#lastEventId !== null && { 'last-event-id': String(this.#lastEventId) }),
    }
    return sendingOf(options, { entry, path: placed(entry, query).path, headers }, own)
  }

  /** Waits until it is time for another connection. Throws what there is no use in trying again after. */
  async recover(error: unknown): Promise<void> {
    const { options, called, own } = this.#following
    if (this.#isAnotherTokenDue(error)) return
    const { attempts } = settingsOf(options, own)
    this.#failures += 1
    const isHopeless = !this.#isKnown && this.#failures >= attempts
    if (!(error instanceof ChallengeFundingError) || !mayPass(error) || isHopeless) throw error
    const waitMs = this.#waitMs(error)
    options.onRetry?.({ operation: called.id, attempt: this.#failures, waitMs, error })
    await pause(waitMs, own.signal)
  }

  /** A token that was good may have come to its end while nothing was heard. */
  #isAnotherTokenDue(error: unknown): boolean {
    if (!isFailure(error, 'unauthorized') || this.#token === null || this.#token === this.#refused) return false
    this.#refused = this.#token
    this.#refusal = error
    this.#refusals += 1
    return this.#refusals < REFUSED_MAX
  }

  /** Many streams are cut at once when a service goes: they do not come back all at once. */
  #waitMs({ retryAfter }: ChallengeFundingError): number {
    const longest = Math.min(RECONNECT_MAX_MS, this.#reconnectMs * 2 ** (this.#failures - 1))
    const waitMs = longest / 2 + (Math.random() * longest) / 2
    return retryAfter === null ? waitMs : retryAfter * 1000 + Math.min(waitMs, 1_000)
  }
}
