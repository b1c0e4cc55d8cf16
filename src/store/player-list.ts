import type { PlayerId, TenantId, UserId } from '../core/ids.ts'
import type { RunningKind } from '../core/program.ts'
import { type Page, type PageRequest, pageOf } from './page.ts'
import type { StoredPlayer } from './player-state.ts'
import { lookThrough, type Queryable, rowsOf, statement } from './statement.ts'

/** A player as lists show them: the snapshot as it was last written. */
export interface ListedPlayer {
  readonly playerId: PlayerId
  readonly userId: UserId
  readonly state: StoredPlayer
  readonly openFlags: number
}

export interface PlayerFilter {
  readonly tenantId: TenantId
  /** How the user id begins. */
  readonly search?: string | undefined
  readonly running?: RunningKind | undefined
}

const OPEN_FLAGS = `(select count(*)::int from flags f
    where f.tenant_id = p.tenant_id and f.player_id = p.player_id and f.status = 'open') as open_flags`

const COLUMNS = `p.player_id, p.user_id, p.state, ${OPEN_FLAGS}`

const LIST = lookThrough(
  'players-list',
  `select ${COLUMNS} from players p
    where p.tenant_id = $1 and p.user_id is not null and ($2::uuid is null or p.player_id < $2)
    order by p.player_id desc
    limit $3`,
)

const SEARCH = lookThrough(
  'players-search',
  `select ${COLUMNS} from players p
    where p.tenant_id = $1 and p.player_id = any (array(
          select player_id from players
           where tenant_id = $1 and user_id is not null and user_id ~>=~ $2 and user_id ~<~ $5
             and ($3::uuid is null or player_id < $3)
           order by player_id desc limit $4))
    order by p.player_id desc`,
)

// What each row is joined to is looked up by its key, one after the other (`lateral` with `offset 0`). Joined freely, all
// users would be read for each program as long as there are no statistics.
const RUNNING = lookThrough(
  'players-running',
  `select ${COLUMNS}, g.program_id
     from programs g cross join lateral (
          select * from players where tenant_id = $1 and player_id = g.player_id offset 0) p
    where g.tenant_id = $1 and g.kind = $2 and g.status = $3 and p.user_id is not null
      and ($4::uuid is null or g.program_id < $4)
    order by g.program_id desc
    limit $5`,
)

const SEARCH_RUNNING = lookThrough(
  'players-search-running',
  `select ${COLUMNS}, g.program_id
     from players p cross join lateral (
          select * from programs where tenant_id = $1 and player_id = p.player_id offset 0) g
    where p.tenant_id = $1 and p.user_id is not null and p.user_id ~>=~ $6 and p.user_id ~<~ $7
      and g.kind = $2 and g.status = $3 and ($4::uuid is null or g.program_id < $4)
    order by g.program_id desc
    limit $5`,
)

interface PlayerRow {
  readonly player_id: PlayerId
  readonly user_id: UserId
  readonly state: StoredPlayer
  readonly open_flags: number
  readonly program_id?: string
}

const listed = (row: PlayerRow): ListedPlayer => ({
  playerId: row.player_id,
  userId: row.user_id,
  state: row.state,
  openFlags: row.open_flags,
})

const statusOf: { readonly [running in RunningKind]: readonly [kind: string, status: string] } = {
  challenge: ['challenge', 'active'],
  challenge_passed: ['challenge', 'passed_pending_choice'],
  funded_account: ['funded', 'active'],
}

/** Sorts behind every text that goes on from a beginning. */
const LAST = '\u{10FFFF}'

/** Players of a tenant, the newest first; of those who run something, the newest program first. */
export async function listPlayers(db: Queryable, filter: PlayerFilter, page: PageRequest): Promise<Page<ListedPlayer>> {
  const { tenantId, search = '', running } = filter
  if (running !== undefined) {
    const values = [tenantId, ...statusOf[running], page.cursor, page.limit + 1]
    const rows =
      search === ''
        ? await rowsOf<PlayerRow>(db, RUNNING, values)
        : await rowsOf<PlayerRow>(db, SEARCH_RUNNING, [...values, search, search + LAST])
    return pageOf(rows, page.limit, listed, (row) => row.program_id ?? '')
  }
  const rows =
    search === ''
      ? await rowsOf<PlayerRow>(db, LIST, [tenantId, page.cursor, page.limit + 1])
      : await rowsOf<PlayerRow>(db, SEARCH, [tenantId, search, page.cursor, page.limit + 1, search + LAST])
  return pageOf(rows, page.limit, listed, (row) => row.player_id)
}

const KNOWN = statement('player-known', `select ${OPEN_FLAGS} from players p where p.tenant_id = $1 and p.user_id = $2`)

/** The open flags of a user; null where nothing was ever stored of them. */
export async function openFlagsOf(db: Queryable, tenantId: TenantId, userId: UserId): Promise<number | null> {
  const [row] = await rowsOf<{ open_flags: number }>(db, KNOWN, [tenantId, userId])
  return row?.open_flags ?? null
}
