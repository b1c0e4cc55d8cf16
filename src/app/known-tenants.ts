import type { Pool } from 'pg'
import type { TenantId } from '../core/ids.ts'
import { readTenants, type Tenant } from '../store/tenants.ts'

interface Known {
  readonly found: Promise<Tenant | null>
  readonly at: number
}

/** How long what was read of a tenant is believed, in milliseconds. */
const BELIEVED_MS = 1000

/**
 * Tenants by their id, remembered for a second: when a service comes back thousands of players ask at once, and each of
 * their streams holds on to the tenant that it was given.
 */
export class KnownTenants {
  readonly #pool: Pool
  readonly #known = new Map<TenantId, Known>()

  constructor(pool: Pool) {
    this.#pool = pool
  }

  find(id: TenantId): Promise<Tenant | null> {
    const now = performance.now()
    const known = this.#known.get(id)
    if (known !== undefined && now - known.at < BELIEVED_MS) return known.found
    const entry = { found: this.#read(id), at: now }
    this.#known.set(id, entry)
    // One that does not exist is not remembered: anybody can name any number of them.
    const forget = (): void => {
      if (this.#known.get(id) === entry) this.#known.delete(id)
    }
    entry.found.then((tenant) => tenant === null && forget(), forget)
    return entry.found
  }

  async #read(id: TenantId): Promise<Tenant | null> {
    const [tenant] = await readTenants(this.#pool, [id])
    return tenant ?? null
  }
}
