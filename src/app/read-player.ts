import { asOf } from '../core/decide.ts'
import type { PlayerId } from '../core/ids.ts'
import type { Instant } from '../core/instant.ts'
import { invariant } from '../core/invariant.ts'
import { newPlayer, type Player } from '../core/player.ts'
import { playerFrom } from '../store/player-state.ts'
import { type ReadRow, readPlayers } from '../store/players.ts'
import type { Queryable } from '../store/statement.ts'
import { readTenants, standingOf, type Tenant } from '../store/tenants.ts'
import type { TermsShelf } from '../store/terms.ts'
import { type Clock, tenantNow } from './clock.ts'
import type { Who } from './who.ts'

export interface ReadPlayer {
  /** As of now: what is due is applied. */
  readonly player: Player
  /** In the tenant's time. */
  readonly now: Instant
  readonly tenant: Tenant
  /** The number of the player's last stored event; 0 before the first. */
  readonly seq: number
}

/** A user who was never seen; nothing of it is stored. */
const UNSEEN = '00000000-0000-7000-8000-000000000000' as PlayerId

/** Reads players as of now, in the order asked. What is due is applied in memory and stored by whoever writes next. */
export async function readPlayersAsOfNow(
  { db, clock, terms }: { readonly db: Queryable; readonly clock: Clock; readonly terms: TermsShelf },
  whos: readonly Who[],
): Promise<readonly ReadPlayer[]> {
  const tenantIds = whos.map(({ tenantId }) => tenantId)
  const [rows, tenants] = await Promise.all([
    readPlayers(
      db,
      tenantIds,
      whos.map(({ userId }) => userId),
    ),
    readTenants(db, [...new Set(tenantIds)]),
  ])
  await terms.fetch(
    db,
    rows.flatMap(({ tenant_id, state }) => (state.program ? [{ tenantId: tenant_id, hash: state.program.terms }] : [])),
  )
  const rowOf = new Map<string, ReadRow>(rows.map((row) => [`${row.tenant_id} ${row.user_id}`, row]))
  const tenantOf = new Map(tenants.map((tenant) => [tenant.id, tenant]))
  return whos.map(({ tenantId, userId }) => {
    const tenant = tenantOf.get(tenantId)
    invariant(tenant, 'a reader comes from a tenant that exists')
    const now = tenantNow(clock, tenant)
    const standing = standingOf(tenant)
    const row = rowOf.get(`${tenantId} ${userId}`)
    const player = row
      ? playerFrom(tenantId, row.player_id, row.state, standing, terms.of)
      : newPlayer(UNSEEN, standing)
    return { player: asOf(player, now), now, tenant, seq: row?.seq ?? 0 }
  })
}
