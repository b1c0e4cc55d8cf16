import type { TenantId } from '../core/ids.ts'
import { ServiceBusy } from './app.ts'

interface Waiter {
  readonly whose: TenantId
  readonly begin: () => void
}

/** Of one kind, of all tenants together; each may hold several of the ten connections of the pool. */
const AT_ONCE = 2
const WAITING_MAX = 200

/**
 * Long reads of one kind take turns: one of a tenant at a time, and two in all. Whoever waits for a turn holds no
 * connection, so that there is always one for a bet, however many pages and backends ask for sums of everything at once.
 */
export class Turns {
  readonly #running = new Set<TenantId>()
  #waiting: Waiter[] = []

  /** Throws `ServiceBusy` when too many wait already. */
  async run<Result>(whose: TenantId, work: () => Promise<Result>): Promise<Result> {
    if (this.#waiting.length >= WAITING_MAX) throw new ServiceBusy('too many long reads are waiting')
    await new Promise<void>((begin) => {
      this.#waiting.push({ whose, begin })
      this.#next()
    })
    try {
      return await work()
    } finally {
      this.#running.delete(whose)
      this.#next()
    }
  }

  #next(): void {
    while (this.#running.size < AT_ONCE) {
      const next = this.#waiting.find(({ whose }) => !this.#running.has(whose))
      if (next === undefined) return
      this.#waiting = this.#waiting.filter((waiter) => waiter !== next)
      this.#running.add(next.whose)
      next.begin()
    }
  }
}
