import type { ServerResponse } from 'node:http'
import { type App, StoreUnavailable } from '../../app/app.ts'
import type { Follower } from '../../app/live/followers.ts'
import type { News } from '../../app/live/read-news.ts'
import type { UserToken } from '../../app/user-tokens.ts'
import type { Who } from '../../app/who.ts'
import { textOf } from '../../contract/instant-wire.ts'
import { renderProgress } from '../../contract/render/progress.ts'
import { renderStreamEvent } from '../../contract/render/stream-event.ts'
import type { PlayerId } from '../../core/ids.ts'
import type { StreamEnd, StreamTelemetry } from '../telemetry.ts'
import { HEARTBEAT_TICKS, RETRY_MS, SLOW_TICKS } from './pace.ts'
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
 * It writes into the answer itself and is no stream in the sense of Node: to pipe one into the other took 7 KB for each,
 * and there are thousands.
 *
 * It ends with its token, after the event `token_expired`; when the service stops; and when its reader goes.
 */

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

export class EventStream implements Follower {
  readonly who: Who
  readonly #opening: Opening
  readonly #unfollow: () => void
  /** Where it is written to; null until it has begun. */
  #reader: ServerResponse | null = null
  #seq: number | null
  #playerId: PlayerId | null = null
  /** By how much the tenant's clock was ahead when `progress` was told last. */
  #clockOffsetMs = 0
  /** Whether there may be news that have not been read. */
  #stale = false
  #reading = false
  #stuckTicks = 0
  #ticks = 0
  /** Why it has ended or is about to; null while it is live. */
  #end: StreamEnd | null = null

  constructor(opening: Opening) {
    this.#opening = opening
    this.who = opening.who
    this.#seq = opening.lastEventId
    this.#unfollow = opening.app.follow(this)
    opening.telemetry.streamOpened()
  }

  get seq(): number | null {
    return this.#seq
  }

  /** What is told first: where the player stands and what the client has missed. Throws `StoreUnavailable`. */
  async first(): Promise<string> {
    const news = await this.#news()
    this.#seq = news.from
    this.#playerId = news.player.id
    return retryText(RETRY_MS) + this.#progressOf(news) + this.#textOf(news)
  }

  /** Tells that, and from then on whatever happens, to a reader whose head has been sent. */
  begin(reader: ServerResponse, first: string): void {
    if (reader.destroyed) {
      this.close()
      return
    }
    this.#reader = reader
    reader.once('close', () => this.close())
    reader.on('drain', () => void this.#catchUp())
    reader.write(first)
    void this.#catchUp()
  }

  changed(): void {
    this.#stale = true
    void this.#catchUp()
  }

  /** Once a second: the heartbeat, the end of the token, a reader that does not keep up, a database that was away. */
  tick(): void {
    const { app, token } = this.#opening
    const reader = this.#reader
    if (reader === null) return
    const isStuck = reader.writableNeedDrain || this.#end !== null
    this.#stuckTicks = isStuck ? this.#stuckTicks + 1 : 0
    if (this.#stuckTicks >= SLOW_TICKS) this.#hangUp(reader)
    else if (this.#end === null && app.isExpired(token)) this.#expire(reader)
    if (this.#end !== null) return
    this.#ticks += 1
    if (this.#ticks % HEARTBEAT_TICKS === 0 && !reader.writableNeedDrain) reader.write(HEARTBEAT)
    void this.#catchUp()
  }

  /** Ends it when what has been told has gone out. What has not begun yet goes on. */
  finish(end: StreamEnd): void {
    if (this.#reader === null || this.#end !== null) return
    this.#end = end
    this.#unfollow()
    this.#reader.end()
  }

  /** Is over: whoever reads has gone, or all has gone out. */
  close(): void {
    this.#end ??= 'client'
    this.#unfollow()
    this.#opening.telemetry.streamClosed(this.#end, this.#opening.correlationId)
    this.#opening.onClosed(this)
  }

  async #catchUp(): Promise<void> {
    if (this.#reading || this.#reader === null) return
    const reader = this.#reader
    this.#reading = true
    while (this.#stale && !reader.writableNeedDrain && this.#end === null) {
      this.#stale = false
      const text = await this.#next().catch((error: unknown) => this.#failed(error))
      if (text === null) break
      if (text !== '') reader.write(text)
    }
    this.#reading = false
  }

  /** What has happened since; nothing where the stream has ended meanwhile. */
  async #next(): Promise<string> {
    const news = await this.#news()
    return this.#end === null ? this.#textOf(news) : ''
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

  /** What there is to be told of the news. */
  #textOf(news: News): string {
    const isMoved = news.tenant.clockOffsetMs !== this.#clockOffsetMs
    const isNew = news.seq !== this.#seq || news.player.id !== this.#playerId || isMoved
    this.#playerId = news.player.id
    let text = ''
    for (const { seq, ...stored } of news.events) {
      const told = renderStreamEvent(stored, this.who.userId)
      if (told !== undefined) text += this.#eventOf(told.name, seq, told.data)
    }
    this.#seq = news.seq
    if (news.hasMore) this.#stale = true
    else if (isNew) text += this.#progressOf(news)
    return text
  }

  #progressOf({ player, now, tenant }: News): string {
    const { correlationId } = this.#opening
    this.#clockOffsetMs = tenant.clockOffsetMs
    const progress = renderProgress(player, { userId: this.who.userId, now })
    return this.#eventOf('progress', this.#seq ?? 0, { ...progress, correlationId })
  }

  #expire(reader: ServerResponse): void {
    const expiredAt = textOf(this.#opening.token.expiresAt)
    reader.write(this.#eventOf('token_expired', this.#seq ?? 0, { expiredAt }))
    this.finish('token_expired')
  }

  #eventOf(name: string, id: number, data: object): string {
    this.#opening.telemetry.streamTold(name)
    return eventText(name, id, data)
  }

  #hangUp(reader: ServerResponse): void {
    this.#end ??= 'slow'
    reader.destroy()
  }
}
