import { setTimeout as wait } from 'node:timers/promises'
import type { Client, Pool } from 'pg'
import type { EventId, TenantId, Uuid } from '../../core/ids.ts'
import { MINUTE_MS } from '../../core/instant.ts'
import {
  closeInboxes,
  endInboxLease,
  failQueued,
  type InboxStanding,
  inboxStanding,
  lastQueued,
  nextQueued,
  type QueuedBet,
  queuedOfUser,
  queuedUpTo,
  takeInboxLease,
  usersOfQueued,
} from '../../store/inbox.ts'
import { StoreUnavailable } from '../../store/store-unavailable.ts'
import type { Tenant } from '../../store/tenants.ts'
import type { Clock } from '../clock.ts'
import { NoLongerQueued, NotItsTurn } from '../pipeline/job.ts'
import type { Pipeline } from '../pipeline/pipeline.ts'
import type { PipelineTelemetry } from '../pipeline/telemetry.ts'
import { type Repetition, repeatEvery } from '../repeat-every.ts'
import type { BetRequest, Queued } from '../running.ts'
import { ServiceBusy } from '../service-busy.ts'
import { newId } from '../uuid.ts'
import type { Who } from '../who.ts'
import { InboxWriter } from './inbox-writer.ts'
import { OwnConnection } from './own-connection.ts'

export interface InboxSettings {
  readonly pool: Pool
  /** Opens a connection with `pipeline: true`. */
  readonly connect: () => Promise<Client>
  readonly clock: Clock
  readonly pipeline: Pipeline
  readonly batchMax: number
  readonly queueMax: number
  readonly telemetry: PipelineTelemetry
  readonly onError: (error: unknown) => void
}

/** How long the inbox of an idle replica goes unlooked at, in milliseconds. */
const POLL_MS = 200
/** How long a replica that died keeps the others from its work, in milliseconds. */
const LEASE_MS = 4000
/** The lease is asked for again while it has so much left, in milliseconds. */
const LEASE_SPARE_MS = 2000
const BATCH = 500
/** Waits before another try to read when the connection broke, in milliseconds; after the last one it is given up. */
const READ_AGAIN_MS = [0, 100, 300, 600, 1000]

/**
 * The bets of tenants in async mode. They are answered when they stand in the database; one replica, which holds the
 * lease, hands them to the pipeline in the order of arrival. Whoever else hands one over, or the holder of a lease that
 * ran out, does no harm: a bet leaves the inbox in the transaction of its decision, and never before the ones of its
 * player that came earlier.
 */
export class Inbox {
  readonly #settings: InboxSettings
  readonly #writing: OwnConnection
  readonly #reading: OwnConnection
  readonly #writer: InboxWriter
  readonly #holder = newId<Uuid>()
  readonly #stopping = new AbortController()
  readonly #working: Promise<void>
  readonly #closing: Repetition
  readonly #turns = new Map<string, Promise<void>>()
  #leaseUntil = 0
  #sleep = new AbortController()

  constructor(settings: InboxSettings) {
    const { pool, connect, clock, batchMax, queueMax, telemetry, onError } = settings
    this.#settings = settings
    this.#writing = new OwnConnection(connect)
    this.#reading = new OwnConnection(connect)
    const onWritten = (bets: number, durationMs: number): void => {
      telemetry.betsQueued(bets, durationMs)
      this.#sleep.abort()
    }
    this.#writer = new InboxWriter({ db: this.#writing, clock, batchMax, queueMax, onWritten })
    this.#working = this.#work()
    this.#closing = repeatEvery(MINUTE_MS, () => closeInboxes(pool), onError)
  }

  /** Keeps a bet for later; gives the id that its event will have, or a refusal. */
  add = (who: Who, request: BetRequest): Promise<Queued> => this.#writer.add(who, request)

  standing = (): Promise<InboxStanding> => inboxStanding(this.#settings.pool)

  /**
   * Resolves when nothing of a player waits any more that came before, in the order of the calls. Throws
   * `StoreUnavailable` where that cannot be brought about now.
   */
  async passedBy(who: Who): Promise<void> {
    const key = `${who.tenantId} ${who.userId}`
    const read = (): Promise<readonly QueuedBet[]> => queuedOfUser(this.#reading, who.tenantId, who.userId, BATCH)
    const turn = (this.#turns.get(key) ?? Promise.resolve()).then(() => this.#empty(read))
    // Whoever is next takes a turn of their own: this one's failure is told to whoever called.
    const over = turn.catch(() => {})
    this.#turns.set(key, over)
    try {
      await turn
    } finally {
      if (this.#turns.get(key) === over) this.#turns.delete(key)
    }
  }

  /** The same for the players of those bets that still wait. */
  async passedByBets(tenantId: TenantId, ids: readonly EventId[]): Promise<void> {
    const users = await readPatiently(() => usersOfQueued(this.#reading, tenantId, ids))
    await Promise.all(users.map((userId) => this.passedBy({ tenantId, userId })))
  }

  /**
   * The same for all players of a tenant. What comes in meanwhile is not waited for, or it might never end. Throws
   * `ServiceBusy` when `patience` ends before.
   */
  async passedByAll(tenantId: TenantId, patience?: AbortSignal): Promise<void> {
    const last = await readPatiently(() => lastQueued(this.#reading, tenantId))
    if (last === null) return
    await this.#empty(async () => {
      if (patience?.aborted) throw new ServiceBusy('nobody waits for the queued bets any more')
      return queuedUpTo(this.#reading, tenantId, last, BATCH)
    })
  }

  /** Takes in nothing more and hands nothing over; what stands in the inbox stays there for whoever is next. */
  async stop(): Promise<void> {
    await this.#writer.stop()
    this.#stopping.abort()
    this.#sleep.abort()
    await this.#working
    await this.#closing.stop()
    // Where the database is away the lease runs out by itself.
    await endInboxLease(this.#settings.pool, this.#holder).catch(() => {})
    await Promise.all([this.#writing.close(), this.#reading.close()])
  }

  async #empty(read: () => Promise<readonly QueuedBet[]>): Promise<void> {
    for (;;) {
      const bets = await readPatiently(read)
      if (bets.length === 0) return
      if ((await this.#handOver(bets)) === 0) throw new StoreUnavailable('queued bets cannot be decided now')
    }
  }

  async #work(): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      const sleep = new AbortController()
      this.#sleep = sleep
      const done = await this.#pass().catch((error: unknown) => {
        if (!(error instanceof StoreUnavailable)) this.#settings.onError(error)
        return 0
      })
      // Woken before its time it rejects, and that is all.
      if (done === 0 && !signal.aborted) await wait(POLL_MS, undefined, { signal: sleep.signal }).catch(() => {})
    }
  }

  /** Gives how many bets left the inbox. */
  async #pass(): Promise<number> {
    const { pipeline } = this.#settings
    // What comes over HTTP finds room as well.
    const room = Math.min(BATCH, Math.ceil(pipeline.room / 2))
    if (room === 0) return 0
    const bets = await nextQueued(this.#reading, room)
    if (bets.length === 0 || !(await this.#mayWork())) return 0
    return this.#handOver(bets)
  }

  /** Asked only where there is something to do, so that an idle service writes nothing. */
  async #mayWork(): Promise<boolean> {
    const now = performance.now()
    if (now + LEASE_SPARE_MS < this.#leaseUntil) return true
    const taken = await takeInboxLease(this.#settings.pool, this.#holder, LEASE_MS)
    this.#leaseUntil = taken ? now + LEASE_MS : 0
    return taken
  }

  /** Gives how many left the inbox, here or elsewhere. */
  async #handOver(bets: readonly QueuedBet[]): Promise<number> {
    // All are taken in by the pipeline before the first is decided, so their order stays.
    const left = await Promise.all(bets.map((bet) => this.#decide(bet as QueuedBet<BetRequest>)))
    return left.filter((each) => each).length
  }

  async #decide(bet: QueuedBet<BetRequest>): Promise<boolean> {
    try {
      await this.#settings.pipeline.runQueued({ tenantId: bet.tenantId, userId: bet.userId }, requestOf(bet))
      return true
    } catch (error) {
      if (error instanceof NoLongerQueued) return true
      if (isPassing(error)) return false
      return this.#fail(bet, error)
    }
  }

  async #fail(bet: QueuedBet, error: unknown): Promise<boolean> {
    const { pool, clock, telemetry } = this.#settings
    const failure = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
    const flag = { id: newId<EventId>(), description: 'A queued bet could not be decided', at: clock.now() }
    telemetry.queuedBetFailed(error, bet.eventId)
    return (await failQueued(pool, bet, failure.replaceAll('\u0000', '').slice(0, 2000), flag)) > 0
  }
}

/** Whether bets of the tenant may stand in its inbox. */
export const mayHaveQueued = ({ settings, asyncUntil }: Tenant): boolean =>
  settings.integrationMode === 'async' || asyncUntil !== null

/** The command as it was received. Its time was judged then. */
const requestOf = ({ eventId, receivedAt, request }: QueuedBet<BetRequest>): BetRequest & { readonly id: EventId } => {
  const report = { ...request.report, eventAt: request.report.eventAt ?? receivedAt }
  return { ...request, id: eventId, isTimely: true, report } as BetRequest & { readonly id: EventId }
}

// Of the classes of PostgreSQL's errors those that say nothing against the bet: a database that is away, full or being
// restarted, and what other transactions did.
const PASSING = /^(08|40|53|55|57|58)/

const isPassing = (error: unknown): boolean =>
  error instanceof NotItsTurn ||
  error instanceof ServiceBusy ||
  error instanceof StoreUnavailable ||
  (error instanceof Error && 'code' in error && typeof error.code === 'string' && PASSING.test(error.code))

/** Reading changes nothing, so it may be tried again. */
async function readPatiently<Read>(read: () => Promise<Read>): Promise<Read> {
  for (const waitMs of READ_AGAIN_MS) {
    try {
      return await read()
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
      await wait(waitMs)
    }
  }
  return read()
}
