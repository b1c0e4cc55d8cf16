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

/** The programs of a user, newest first: ids grow with time. One more than the limit, to know of a next page. */
export const listPrograms = (db: Queryable, tenantId: TenantId, userId: UserId, { limit, cursor }: PageRequest) =>
  rowsOf<{ program_id: ProgramId; state: StoredProgram }>(db, LIST, [tenantId, userId, cursor, limit + 1])
