import type { TenantId } from '../core/ids.ts'
import { ServiceBusy } from './service-busy.ts'

interface Waiter {
  readonly whose: TenantId
  readonly begin: () => void
  readonly giveUp: () => void
}

/** Of one kind, of all tenants together; each may hold several of the ten connections of the pool. */
const AT_ONCE = 2
const WAITING_MAX = 200

const nobodyWaits = (): ServiceBusy => new ServiceBusy('nobody waits for this long read any more')

/**
 * Long reads of one kind take turns: one of a tenant at a time, and two in all. Whoever waits for a turn holds no
 * connection, so that there is always one for a bet, however many pages and backends ask for sums of everything at once.
 */
export class Turns {
  readonly #running = new Map<TenantId, PromiseWithResolvers<void>>()
  #waiting: readonly Waiter[] = []
  #stopped = false

  /**
   * Throws `ServiceBusy` when too many wait already, and when `patience` ends before the turn has come: what has begun is
   * done to its end.
   */
  async run<Result>(whose: TenantId, work: () => Promise<Result>, patience?: AbortSignal): Promise<Result> {
    // Awaited, and not begun by whoever is done: what is recorded of the work has to name who asked for it.
    await this.#turnOf(whose, patience)
    try {
      return await work()
    } finally {
      this.#running.get(whose)?.resolve()
      this.#running.delete(whose)
      this.#next()
    }
  }

  /** Whoever waits, or comes now, is refused; resolves when what has begun is done. */
  async stop(): Promise<void> {
    this.#stopped = true
    for (const { giveUp } of this.#waiting) giveUp()
    await Promise.all([...this.#running.values()].map(({ promise }) => promise))
  }

  async #turnOf(whose: TenantId, patience: AbortSignal | undefined): Promise<void> {
    if (this.#stopped || patience?.aborted) throw nobodyWaits()
    if (this.#waiting.length >= WAITING_MAX) throw new ServiceBusy('too many long reads are waiting')
    const { promise, resolve: begin, reject } = Promise.withResolvers<void>()
    const waiter = { whose, begin, giveUp: () => this.#leave(waiter, reject) }
    this.#waiting = [...this.#waiting, waiter]
    patience?.addEventListener('abort', waiter.giveUp)
    this.#next()
    await promise.finally(() => patience?.removeEventListener('abort', waiter.giveUp))
  }

  #leave(waiter: Waiter, reject: (error: ServiceBusy) => void): void {
    this.#waiting = this.#waiting.filter((other) => other !== waiter)
    reject(nobodyWaits())
  }

  #next(): void {
    while (this.#running.size < AT_ONCE) {
      const next = this.#waiting.find(({ whose }) => !this.#running.has(whose))
      if (next === undefined) return
      this.#waiting = this.#waiting.filter((waiter) => waiter !== next)
      this.#running.set(next.whose, Promise.withResolvers())
      next.begin()
    }
  }
}
