import type { ProgramId, TenantId, UserId } from '../core/ids.ts'
import type { PageRequest } from './page.ts'
import type { StoredProgram } from './player-state.ts'
import { type Queryable, rowsOf, statement } from './statement.ts'

const LIST = statement(
  'programs-of-user',
  `select g.program_id, g.state
     from players p join programs g using (tenant_id, player_id)
    where p.tenant_id = $1 and p.user_id = $2 and ($3::uuid is null or g.program_id < $3::uuid)
    order by g.program_id desc
    limit $4`,
)

const ONE = statement(
  'program-by-id',
  `select g.state, p.user_id
     from programs g join players p using (tenant_id, player_id)
    where g.tenant_id = $1 and g.program_id = $2 and p.user_id is not null`,
)

/** A program with its user, as the last change of its status left it; null where there is none. */
export async function findProgram(db: Queryable, tenantId: TenantId, id: ProgramId) {
  const [row] = await rowsOf<{ state: StoredProgram; user_id: UserId }>(db, ONE, [tenantId, id])
  return row ?? null
}

/** The programs of a user, newest first: ids grow with time. One more than the limit, to know of a next page. */
export const listPrograms = (db: Queryable, tenantId: TenantId, userId: UserId, { limit, cursor }: PageRequest) =>
  rowsOf<{ program_id: ProgramId; state: StoredProgram }>(db, LIST, [tenantId, userId, cursor, limit + 1])
