import type { Pool } from 'pg'
import { listen } from '../store/listen.ts'
import { findKeyHolder, type KeyHolder } from '../store/tenants.ts'
import type { Clock } from './clock.ts'

interface Known {
  readonly found: Promise<KeyHolder | null>
  readonly at: number
}

/** How long a replica may believe what it read of a key where notices do not reach it, in milliseconds. */
const BELIEVED_MS = 1000
const KNOWN_MAX = 10_000

/**
 * For whom a key opens, remembered so that a bet costs no query. The database tells every replica when a tenant or one of
 * its keys changes, and all of them forget. While the connection that hears it is broken nothing is remembered, and
 * behind a pooler, where it hears nothing, a memory ends after a second. What the rules need exactly (test clock, limits)
 * is not taken from here but read under the lock of each batch.
 */
export class KeyRing {
  readonly #pool: Pool
  readonly #clock: Clock
  readonly #believedMs: number
  readonly #known = new Map<string, Known>()
  readonly #listener: { stop(): Promise<void> }
  #hearing = false

  constructor(pool: Pool, clock: Clock, believedMs = BELIEVED_MS) {
    this.#believedMs = believedMs
    this.#pool = pool
    this.#clock = clock
    this.#listener = listen(pool, 'tenant_changed', {
      onNotice: () => this.forget(),
      onHearing: (hearing) => {
        this.#hearing = hearing
        this.forget()
      },
    })
  }

  /** Null for a key that does not exist or has ended. */
  async holderOf(keyHash: string): Promise<KeyHolder | null> {
    const holder = await this.#find(keyHash)
    const ended = holder !== null && holder.validUntil !== null && holder.validUntil <= this.#clock.now()
    return ended ? null : holder
  }

  /** After a change on this replica, which shall not wait for its own notice. */
  forget(): void {
    this.#known.clear()
  }

  stop = (): Promise<void> => this.#listener.stop()

  #find(keyHash: string): Known['found'] {
    const now = performance.now()
    const known = this.#known.get(keyHash)
    if (known !== undefined && now - known.at < this.#believedMs) return known.found
    if (this.#known.size >= KNOWN_MAX) this.#known.clear()
    const entry = { found: findKeyHolder(this.#pool, keyHash), at: now }
    this.#known.set(keyHash, entry)
    // A wrong key is not remembered: whoever tries many would push the right ones out.
    entry.found.then(
      (holder) => (holder === null || !this.#hearing) && this.#drop(keyHash, entry),
      () => this.#drop(keyHash, entry),
    )
    return entry.found
  }

  #drop(keyHash: string, entry: Known): void {
    if (this.#known.get(keyHash) === entry) this.#known.delete(keyHash)
  }
}
