import type { PlayerId, TenantId, UserId } from '../core/ids.ts'
import type { Instant } from '../core/instant.ts'
import type { StoredPlayer } from './player-state.ts'
import { isoOf, lookThrough, type Queryable, rowsOf, statement } from './statement.ts'
import { tenantTime } from './tenants.ts'

/** The snapshot of a player as it is read. */
export interface ReadRow {
  readonly tenant_id: TenantId
  readonly user_id: UserId
  readonly player_id: PlayerId
  readonly seq: number
  readonly state: StoredPlayer
}

const READ = statement(
  'players-read',
  `select p.tenant_id, p.user_id, p.player_id, p.seq, p.state
     from unnest($1::uuid[], $2::text[]) as k (tenant_id, user_id)
     join players p using (tenant_id, user_id)`,
)

// wake_at is in the tenant's time, so each tenant is asked by its own clock: one look into the index a tenant.
const DUE = lookThrough(
  'players-due',
  `select t.tenant_id, p.user_id
     from tenants t
    cross join lateral (
           select user_id, wake_at, player_id from players
            where tenant_id = t.tenant_id and user_id is not null
              and wake_at <= ${tenantTime('$1')}
            order by wake_at, player_id
            limit $3) p
    where $2::uuid is null or t.tenant_id = $2::uuid
    order by p.wake_at, p.player_id
    limit $3`,
)

/** The snapshots of some players as they are; nothing is locked. */
export const readPlayers = (db: Queryable, tenantIds: readonly TenantId[], userIds: readonly UserId[]) =>
  rowsOf<ReadRow>(db, READ, [tenantIds, userIds])

/** Players for whom something is due by the real time `now`, the earliest first; of one tenant or of all. Rules 7.2 */
export const duePlayers = (db: Queryable, now: Instant, tenantId: TenantId | null, limit: number) =>
  rowsOf<{ tenant_id: TenantId; user_id: UserId }>(db, DUE, [isoOf(now), tenantId, limit])
