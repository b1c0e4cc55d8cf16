import type { Pool } from 'pg'
import type { TenantId } from '../core/ids.ts'
import { readTenants, type Tenant } from '../store/tenants.ts'
import { Remembered } from './remembered.ts'

/** How long what was read of a tenant is believed, in milliseconds. */
const BELIEVED_MS = 1000

/**
 * Tenants by their id, remembered for a second: when a service comes back thousands of players ask at once, and each of
 * their streams holds on to the tenant that it was given.
 */
export class KnownTenants {
  readonly #known: Remembered<TenantId, Tenant | null>

  constructor(pool: Pool) {
    const read = async (id: TenantId): Promise<Tenant | null> => (await readTenants(pool, [id]))[0] ?? null
    // One that does not exist is not remembered: anybody can name any number of them.
    this.#known = new Remembered(read, { believedMs: BELIEVED_MS, isKept: (tenant) => tenant !== null })
  }

  find(id: TenantId): Promise<Tenant | null> {
    return this.#known.get(id)
  }
}
