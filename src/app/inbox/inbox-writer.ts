import { setTimeout as wait } from 'node:timers/promises'
import { refuseEventTime } from '../../core/bet/event-time.ts'
import type { EventId } from '../../core/ids.ts'
import type { Instant } from '../../core/instant.ts'
import { invariant } from '../../core/invariant.ts'
import { loadTenants } from '../../store/batch/load.ts'
import { effectiveBefore, insertQueued, type NewQueuedBet } from '../../store/inbox.ts'
import type { Queryable } from '../../store/statement.ts'
import { StoreUnavailable } from '../../store/store-unavailable.ts'
import { type Clock, tenantNow } from '../clock.ts'
import type { BetRequest, Queued } from '../running.ts'
import { ServiceBusy } from '../service-busy.ts'
import { newId } from '../uuid.ts'
import type { Who } from '../who.ts'

export interface InboxWriterSettings {
  readonly db: Queryable
  readonly clock: Clock
  readonly batchMax: number
  /** Bets that may wait for their write; one more is refused, so that the heap never grows with the load. */
  readonly queueMax: number
  readonly onWritten: (bets: number, durationMs: number) => void
}

interface Waiter {
  readonly who: Who
  readonly request: BetRequest
  readonly resolve: (queued: Queued) => void
  readonly reject: (error: unknown) => void
}

/** Waits before each try to reach the database, in milliseconds; after the last one those who wait are told. */
const TRY_WAITS_MS = [0, 100, 300, 600, 1000, 1500]

/**
 * Writes bets into the inbox: all that gathered while the last write was under way in one transaction, and in the order
 * in which they came. Nobody is answered before it is committed. There is no timer, as in the lanes of the pipeline.
 */
export class InboxWriter {
  readonly #settings: InboxWriterSettings
  #waiting: Waiter[] = []
  #depth = 0
  #running: Promise<void> | null = null
  #stopping = false

  constructor(settings: InboxWriterSettings) {
    this.#settings = settings
  }

  /** Throws `ServiceBusy` when it is full or stopping, `StoreUnavailable` when nothing can be written. */
  add(who: Who, request: BetRequest): Promise<Queued> {
    if (this.#stopping) return Promise.reject(new ServiceBusy('the service is stopping'))
    if (this.#depth >= this.#settings.queueMax) return Promise.reject(new ServiceBusy('too many bets are waiting'))
    this.#depth += 1
    return new Promise<Queued>((resolve, reject) => {
      this.#waiting.push({ who, request, resolve, reject })
      // After the I/O of this turn, so that requests that came in together go together.
      this.#running ??= new Promise((done) => setImmediate(() => this.#drain().then(done)))
    })
  }

  async stop(): Promise<void> {
    this.#stopping = true
    while (this.#running !== null) await this.#running
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, this.#settings.batchMax)
      const startedAt = performance.now()
      await this.#write(batch)
      this.#depth -= batch.length
      this.#settings.onWritten(batch.length, performance.now() - startedAt)
    }
    this.#running = null
  }

  /** Writes a batch; if the database cannot take it, each of its bets by itself: a bad one takes no other with it. */
  async #write(batch: readonly Waiter[]): Promise<void> {
    try {
      const queued = await this.#try(batch)
      for (const [i, { resolve }] of batch.entries()) resolve(queued[i] as Queued)
    } catch (error) {
      if (error instanceof StoreUnavailable || batch.length === 1) for (const { reject } of batch) reject(error)
      else for (const one of batch) await this.#write([one])
    }
  }

  /** Ids are made before the first try: a write whose answer was lost is found by them, and is not written again. */
  async #try(batch: readonly Waiter[]): Promise<readonly Queued[]> {
    const ids = batch.map(() => newId<EventId>())
    let lost: unknown
    for (const waitMs of TRY_WAITS_MS) {
      if (waitMs > 0) await wait(waitMs)
      try {
        return await this.#keep(batch, ids)
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error
        lost = error
      }
    }
    throw lost
  }

  async #keep(batch: readonly Waiter[], ids: readonly EventId[]): Promise<readonly Queued[]> {
    const { db, clock } = this.#settings
    const tenantIds = [...new Set(batch.map(({ who }) => who.tenantId))]
    const tenants = new Map((await loadTenants(db, tenantIds)).map((each) => [each.tenant_id, each]))
    const taken = batch.map(({ who, request }, i) => {
      const tenant = tenants.get(who.tenantId)
      invariant(tenant, 'a bet comes from a tenant that exists')
      const now = tenantNow(clock, { clockOffsetMs: tenant.clock_offset_ms })
      const refusal = refuseEventTime(request.report.eventAt ?? now, now, tenant.max_backfill_hours)
      return { bet: queuedBet(who, ids[i] as EventId, now, request), refusal }
    })
    const { firsts, firstOf } = withoutRepeats(betsOf(taken.filter(({ refusal }) => refusal === undefined)))
    const known = await knownOf(betsOf(taken.filter(({ refusal }) => refusal !== undefined)), (late) =>
      effectiveBefore(db, late),
    )
    const knownOfFirsts = await knownOf(firsts, (fresh) => insertQueued(db, fresh))
    return taken.map(({ bet: { eventId }, refusal }): Queued => {
      const before = known.get(eventId)
      if (refusal && before === undefined) return refusal
      const first = firstOf.get(eventId) ?? eventId
      return { kind: 'queued', betEventId: before ?? knownOfFirsts.get(first) ?? first }
    })
  }
}

type Taken = { readonly bet: NewQueuedBet<BetRequest> }
type KnownAs = ReadonlyMap<EventId, EventId>

const betsOf = (taken: readonly Taken[]): readonly NewQueuedBet<BetRequest>[] => taken.map(({ bet }) => bet)

const knownOf = async (
  bets: readonly NewQueuedBet<BetRequest>[],
  ask: (bets: readonly NewQueuedBet<BetRequest>[]) => Promise<KnownAs>,
): Promise<KnownAs> => (bets.length === 0 ? new Map() : ask(bets))

/** Of reports of one bet that follow each other and are the very same only the first is kept. */
function withoutRepeats(bets: readonly NewQueuedBet<BetRequest>[]) {
  const firsts: NewQueuedBet<BetRequest>[] = []
  const firstOf = new Map<EventId, EventId>()
  const lastOf = new Map<string, NewQueuedBet<BetRequest>>()
  for (const bet of bets) {
    const key = `${bet.tenantId} ${bet.externalBetId}`
    const last = lastOf.get(key)
    if (last?.userId === bet.userId && JSON.stringify(last.request) === JSON.stringify(bet.request)) {
      firstOf.set(bet.eventId, last.eventId)
    } else {
      lastOf.set(key, bet)
      firsts.push(bet)
    }
  }
  return { firsts, firstOf }
}

const queuedBet = (who: Who, eventId: EventId, receivedAt: Instant, request: BetRequest): NewQueuedBet<BetRequest> => ({
  ...who,
  eventId,
  receivedAt,
  externalBetId: request.report.externalBetId,
  status: request.report.status,
  request,
})
