import { Readable } from 'node:stream'
import { type App, StoreUnavailable, type Who } from '../../app/app.ts'
import type { Follower, News } from '../../app/live/following.ts'
import type { UserToken } from '../../app/user-tokens.ts'
import { textOf } from '../../contract/instant-wire.ts'
import { renderProgress } from '../../contract/render/progress.ts'
import { renderStreamEvent } from '../../contract/render/stream-event.ts'
import type { PlayerId } from '../../core/ids.ts'
import type { StreamEnd, StreamTelemetry } from '../telemetry.ts'
import { eventText, HEARTBEAT, retryText } from './wire.ts'

/*
 * How a player's browser hears what happens.
 *
 * The books are the buffer. A stream remembers one number, that of the last event it has told, and whether there may be
 * more. It follows its player before it reads for the first time, so nothing can fall between backfill and live: what
 * comes while it reads only says that it has to read once more. Each reading gives where the player stands and the events
 * up to exactly there; the events are told in the order of their numbers, then `progress` under the number of the last.
 * So every event after the number that a client came back with is told once and in order, whichever replica stored it.
 * Changes that come together share one `progress`; a test clock that was moved is a change, too.
 *
 * First of all comes `progress` as of now, for a client that comes back under the number it came with: were it told under
 * today's number, a client that is cut off right then would miss the events between the two.
 *
 * While a reader does not keep up nothing is read for it, so that it holds no more than one reading of memory; one that
 * stays behind for half a minute is hung up on, and finds what it missed when it comes back. While the database is away
 * the stream stays open and tries again every second.
 *
 * It ends with its token, after the event `token_expired`; when the service stops; and when its reader goes.
 */

/** When a client comes back, in milliseconds. */
const RETRY_MS = 3_000
/** Ticks are a second apart, except in tests. */
const HEARTBEAT_TICKS = 15
const SLOW_TICKS = 30
/** Bytes that wait for the reader before no more is read for it. */
const BUFFER_BYTES = 16 * 1024

export interface Opening {
  readonly app: Pick<App, 'follow' | 'newsSince' | 'isExpired'>
  readonly who: Who
  readonly token: UserToken
  /** Null: from now on. */
  readonly lastEventId: number | null
  readonly correlationId: string
  readonly telemetry: StreamTelemetry
  readonly onClosed: (stream: EventStream) => void
}

export class EventStream extends Readable implements Follower {
  readonly who: Who
  readonly #opening: Opening
  readonly #unfollow: () => void
  #seq: number | null
  #playerId: PlayerId | null = null
  /** By how much the tenant's clock was ahead when `progress` was told last. */
  #clockOffsetMs = 0
  /** Whether there may be news that have not been read. */
  #stale = false
  #reading = false
  #full = false
  #stuckTicks = 0
  #ticks = 0
  /** Why it has ended or is about to; null while it is live. */
  #end: StreamEnd | null = null

  constructor(opening: Opening) {
    super({ highWaterMark: BUFFER_BYTES })
    this.#opening = opening
    this.who = opening.who
    this.#seq = opening.lastEventId
    this.#unfollow = opening.app.follow(this)
    opening.telemetry.streamOpened()
  }

  get seq(): number | null {
    return this.#seq
  }

  /** Tells where the player stands and what the client has missed. Throws `StoreUnavailable`. */
  async begin(): Promise<void> {
    this.#reading = true
    const news = await this.#news().finally(() => {
      this.#reading = false
    })
    this.push(retryText(RETRY_MS))
    this.#seq = news.from
    this.#playerId = news.player.id
    this.#tellProgress(news)
    this.#tell(news)
    void this.#catchUp()
  }

  changed(): void {
    this.#stale = true
    void this.#catchUp()
  }

  /** Once a second: the heartbeat, the end of the token, a reader that does not keep up, a database that was away. */
  tick(): void {
    const { app, token } = this.#opening
    const isStuck = this.#full || this.#end !== null
    this.#stuckTicks = isStuck ? this.#stuckTicks + 1 : 0
    if (this.#stuckTicks >= SLOW_TICKS) this.#hangUp()
    else if (this.#end === null && app.isExpired(token)) this.#expire(token)
    if (this.#end !== null) return
    this.#ticks += 1
    if (this.#ticks % HEARTBEAT_TICKS === 0 && !this.#full) this.push(HEARTBEAT)
    void this.#catchUp()
  }

  /** Ends it when what has been told has gone out. */
  finish(end: StreamEnd): void {
    if (this.#end !== null || this.destroyed) return
    this.#end = end
    this.#unfollow()
    this.push(null)
  }

  override _read(): void {
    this.#full = false
    void this.#catchUp()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#end ??= 'client'
    this.#unfollow()
    this.#opening.telemetry.streamClosed(this.#end, this.#opening.correlationId)
    this.#opening.onClosed(this)
    done(error)
  }

  async #catchUp(): Promise<void> {
    if (this.#reading) return
    this.#reading = true
    while (this.#stale && !this.#full && this.#end === null) {
      this.#stale = false
      const news = await this.#news().catch((error: unknown) => this.#failed(error))
      if (news === null) break
      if (this.#end === null && !this.destroyed) this.#tell(news)
    }
    this.#reading = false
  }

  #news(): Promise<News> {
    return this.#opening.app.newsSince({ who: this.who, seq: this.#seq, playerId: this.#playerId })
  }

  /** A database that is away is asked again at the next tick. */
  #failed(error: unknown): null {
    this.#stale = true
    if (error instanceof StoreUnavailable) return null
    this.#opening.telemetry.requestFailed(error, this.#opening.correlationId)
    this.finish('failed')
    return null
  }

  #tell(news: News): void {
    const isMoved = news.tenant.clockOffsetMs !== this.#clockOffsetMs
    const isNew = news.seq !== this.#seq || news.player.id !== this.#playerId || isMoved
    this.#playerId = news.player.id
    for (const { seq, ...stored } of news.events) {
      const told = renderStreamEvent(stored, this.who.userId)
      if (told !== undefined) this.#write(told.name, seq, told.data)
    }
    this.#seq = news.seq
    if (news.hasMore) this.#stale = true
    else if (isNew) this.#tellProgress(news)
  }

  #tellProgress({ player, now, tenant }: News): void {
    const { correlationId } = this.#opening
    this.#clockOffsetMs = tenant.clockOffsetMs
    const progress = renderProgress(player, { userId: this.who.userId, now })
    this.#write('progress', this.#seq ?? 0, { ...progress, correlationId })
  }

  #expire({ expiresAt }: UserToken): void {
    this.#write('token_expired', this.#seq ?? 0, { expiredAt: textOf(expiresAt) })
    this.finish('token_expired')
  }

  #write(name: string, id: number, data: object): void {
    this.#opening.telemetry.streamTold(name)
    if (!this.push(eventText(name, id, data))) this.#full = true
  }

  #hangUp(): void {
    this.#end ??= 'slow'
    this.destroy(new Error('the reader does not keep up'))
  }
}
