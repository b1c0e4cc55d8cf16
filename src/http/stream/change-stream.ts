import type { ServerResponse } from 'node:http'
import type { App } from '../../app/app.ts'
import type { Session } from '../../app/sessions.ts'
import type { TenantId, UserId } from '../../core/ids.ts'
import type { LifeKind } from '../../core/life-kind.ts'
import type { StreamEnd, StreamTelemetry } from '../telemetry.ts'
import { HEARTBEAT_TICKS, RETRY_MS, SLOW_TICKS } from './pace.ts'
import { HEARTBEAT, namedText, retryText } from './wire.ts'

/*
 * How a page of the operator hears that it is behind.
 *
 * It is told what kinds of things have changed, and asks for them as it always does: so it is told nothing that whoever
 * looks at it may not read, nothing that the answer would not say better, and nothing that has to be numbered, kept or
 * told again. All that a stream holds is the set of the kinds that it has not told yet. It tells them at most once in a
 * tick, and while its reader does not keep up they wait in the set; a reader that stays behind for half a minute is hung
 * up on.
 *
 * What was never heard of cannot be told. So the first event says whether changes are heard of at all, and it comes again
 * whenever that changes: `live: false` while the connection to the database is broken, or where it never carries notices.
 * Whoever is told `live: true` asks for everything once, for anything may have changed before.
 *
 * It ends with the session that opened it, within ten ticks of its logout, its expiry or the removal of its person; the
 * server key has none, and comes back after an hour.
 */

/** How often it is asked whether the session still stands. */
const SESSION_TICKS = 10
/** How long the server key may listen. */
const KEY_TICKS = 3_600

export interface ChangeOpening {
  readonly app: Pick<App, 'followChanges' | 'stands'>
  readonly tenantId: TenantId
  /** Null: of all players. */
  readonly userId: UserId | null
  /** Null: it is opened with the server key. */
  readonly session: Session | null
  readonly correlationId: string
  readonly telemetry: StreamTelemetry
  /** Where it is written to; its head has been sent. */
  readonly reader: Pick<ServerResponse, 'destroyed' | 'writableNeedDrain' | 'write' | 'end' | 'destroy' | 'once' | 'on'>
  readonly onClosed: () => void
}

export class ChangeStream {
  readonly #opening: ChangeOpening
  #unfollow: () => void = () => {}
  readonly #untold = new Set<LifeKind>()
  /** Whether changes are heard of, where that has not been told. */
  #untoldHearing: boolean | null = null
  /** Whether a change was told in this tick. */
  #hasTold = false
  #stuckTicks = 0
  #ticks = 0
  #end: StreamEnd | null = null

  constructor(opening: ChangeOpening) {
    this.#opening = opening
    opening.telemetry.streamOpened()
  }

  begin(): void {
    const { app, reader, tenantId, userId } = this.#opening
    if (reader.destroyed) {
      this.#close()
      return
    }
    reader.once('close', () => this.#close())
    reader.on('drain', () => this.#tell())
    reader.write(retryText(RETRY_MS))
    this.#unfollow = app.followChanges({
      tenantId,
      userId,
      changed: (kinds) => {
        for (const kind of kinds) this.#untold.add(kind)
        this.#tell()
      },
      hearing: (isHearing) => {
        this.#untoldHearing = isHearing
        this.#tell()
      },
    })
  }

  /** Once a second: what has gathered, the heartbeat, the end of the session, a reader that does not keep up. */
  tick(): void {
    const { reader } = this.#opening
    const isStuck = reader.writableNeedDrain || this.#end !== null
    this.#stuckTicks = isStuck ? this.#stuckTicks + 1 : 0
    if (this.#stuckTicks >= SLOW_TICKS) this.#hangUp()
    if (this.#end !== null) return
    this.#ticks += 1
    this.#hasTold = false
    this.#tell()
    if (this.#ticks % HEARTBEAT_TICKS === 0 && !reader.writableNeedDrain) reader.write(HEARTBEAT)
    if (this.#ticks % SESSION_TICKS === 0) void this.#look()
  }

  /** Ends it when what has been told has gone out. */
  finish(end: StreamEnd): void {
    if (this.#end !== null) return
    this.#end = end
    this.#unfollow()
    this.#opening.reader.end()
  }

  #tell(): void {
    if (this.#opening.reader.writableNeedDrain || this.#end !== null) return
    if (this.#untoldHearing !== null) {
      this.#write('listening', { live: this.#untoldHearing })
      this.#untoldHearing = null
    }
    if (this.#hasTold || this.#untold.size === 0) return
    this.#hasTold = true
    this.#write('changed', { kinds: [...this.#untold] })
    this.#untold.clear()
  }

  /** While the database is away nobody can say that a session has ended. */
  async #look(): Promise<void> {
    const { app, session } = this.#opening
    const stands = session === null ? this.#ticks < KEY_TICKS : await app.stands(session).catch(() => true)
    if (stands || this.#end !== null) return
    this.#write('session_ended', {})
    this.finish('session_ended')
  }

  #write(name: string, data: object): void {
    this.#opening.telemetry.streamTold(name)
    this.#opening.reader.write(namedText(name, data))
  }

  #hangUp(): void {
    this.#end ??= 'slow'
    this.#opening.reader.destroy()
  }

  /** Is over: whoever reads has gone, or all has gone out. */
  #close(): void {
    this.#end ??= 'client'
    this.#unfollow()
    this.#opening.telemetry.streamClosed(this.#end, this.#opening.correlationId)
    this.#opening.onClosed()
  }
}
