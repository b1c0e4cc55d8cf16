import { createHmac } from 'node:crypto'
import type { PlayerId, TenantId } from '../core/ids.ts'
import type { Instant } from '../core/instant.ts'
import { invariant } from '../core/invariant.ts'
import type { Cents } from '../core/money.ts'
import { readTokenSecret } from '../store/keys.ts'
import { bestPrograms } from '../store/leaderboard.ts'
import type { Queryable } from '../store/statement.ts'
import type { Tenant } from '../store/tenants.ts'
import type { TermsShelf } from '../store/terms.ts'
import { type Clock, tenantNow } from './clock.ts'
import { Coalescer } from './coalesce.ts'
import { monthOf, startOfMonth } from './month.ts'

/** The best programs of a UTC month, without names. */
export interface Leaderboard {
  readonly period: string
  /** In the tenant's time. */
  readonly updatedAt: Instant
  readonly entries: readonly {
    readonly rank: number
    readonly alias: string
    readonly profit: Cents
    readonly startingBalance: Cents
    readonly tierName: string
  }[]
}

interface Kept {
  readonly period: string
  readonly until: number
  readonly board: Promise<Leaderboard>
}

const ENTRIES_MAX = 100
/** How long a board is shown before it is made anew, in milliseconds. */
const KEPT_MS = 60_000

/**
 * The leaderboards of the tenants. Each is one query over its programs, so it is made once a minute for all who look; on a
 * sandbox, where people wait for what they did, for all who come while another one is made.
 */
export class Leaderboards {
  readonly #db: Queryable
  readonly #clock: Clock
  readonly #terms: TermsShelf
  readonly #kept = new Map<TenantId, Kept>()
  readonly #ofNow = new Coalescer<Tenant, Leaderboard>((tenants) => this.#makeAll(tenants))

  constructor({ db, clock, terms }: { readonly db: Queryable; readonly clock: Clock; readonly terms: TermsShelf }) {
    this.#db = db
    this.#clock = clock
    this.#terms = terms
  }

  of(tenant: Tenant): Promise<Leaderboard> {
    if (tenant.environment === 'staging') return this.#ofNow.get(tenant)
    const now = this.#clock.now()
    const period = monthOf(tenantNow(this.#clock, tenant))
    const kept = this.#kept.get(tenant.id)
    if (kept !== undefined && kept.period === period && now < kept.until) return kept.board
    const fresh = { period, until: now + KEPT_MS, board: this.#make(tenant) }
    this.#kept.set(tenant.id, fresh)
    // What could not be made is not kept.
    fresh.board.catch(() => {
      if (this.#kept.get(tenant.id) === fresh) this.#kept.delete(tenant.id)
    })
    return fresh.board
  }

  #makeAll(tenants: readonly Tenant[]): Promise<readonly Leaderboard[]> {
    // The last of a tenant that asks knows best how far its test clock has gone.
    const asking = new Map(tenants.map((tenant) => [tenant.id, tenant]))
    const boards = new Map([...asking.values()].map((tenant) => [tenant.id, this.#make(tenant)]))
    return Promise.all(tenants.flatMap(({ id }) => boards.get(id) ?? []))
  }

  async #make(tenant: Tenant): Promise<Leaderboard> {
    const { id } = tenant
    const updatedAt = tenantNow(this.#clock, tenant)
    const period = monthOf(updatedAt)
    const [rows, secret] = await Promise.all([
      bestPrograms(this.#db, id, startOfMonth(period), ENTRIES_MAX),
      readTokenSecret(this.#db, id),
    ])
    invariant(secret !== null, 'every tenant has a secret')
    const wanted = rows.map(({ terms_hash: hash }) => ({ tenantId: id, hash }))
    await this.#terms.fetch(this.#db, wanted)
    const entries = rows.map((row) => ({
      rank: row.rank,
      alias: aliasOf(secret, row.player_id),
      profit: row.profit,
      startingBalance: row.starting_balance,
      tierName: this.#terms.of(id, row.terms_hash)?.tier.name ?? '',
    }))
    return { period, updatedAt, entries }
  }
}

/**
 * Keyed with a secret that never leaves the database and cut to 48 bits: whoever knows the id of a player, too, cannot
 * find the alias. The key is derived, so that no alias is a part of what signs a token.
 */
function aliasOf(secret: string, playerId: PlayerId): string {
  const key = createHmac('sha256', secret).update('leaderboard alias').digest()
  return `Player ${createHmac('sha256', key).update(playerId).digest('hex').slice(0, 12).toUpperCase()}`
}
