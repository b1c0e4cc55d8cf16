import type { Pool } from 'pg'
import { listen } from '../store/listen.ts'
import { findKeyHolder, type KeyHolder } from '../store/tenants.ts'
import type { Clock } from './clock.ts'
import { Remembered } from './remembered.ts'

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
  readonly #clock: Clock
  readonly #known: Remembered<string, KeyHolder | null>
  readonly #listener: { stop(): Promise<void> }
  #hearing = false

  constructor(pool: Pool, clock: Clock, believedMs = BELIEVED_MS) {
    this.#clock = clock
    this.#known = new Remembered((keyHash) => findKeyHolder(pool, keyHash), {
      believedMs,
      most: KNOWN_MAX,
      // A wrong key is not remembered: whoever tries many would push the right ones out.
      isKept: (holder) => holder !== null && this.#hearing,
    })
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
    const holder = await this.#known.get(keyHash)
    const ended = holder !== null && holder.validUntil !== null && holder.validUntil <= this.#clock.now()
    return ended ? null : holder
  }

  /** After a change on this replica, which shall not wait for its own notice. */
  forget(): void {
    this.#known.clear()
  }

  stop = (): Promise<void> => this.#listener.stop()
}
