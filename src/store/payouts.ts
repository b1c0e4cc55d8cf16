import type { Payout, PayoutId } from '../core/funded/payout.ts'
import type { ProgramId, TenantId, UserId } from '../core/ids.ts'
import { type Page, type PageRequest, pageOf } from './page.ts'
import { lookThrough, type Queryable, rowsOf, statement } from './statement.ts'

/** A payout with the user that it belongs to. */
export interface PayoutRecord {
  readonly payout: Payout
  readonly userId: UserId
}

export interface PayoutFilter {
  readonly tenantId: TenantId
  readonly status?: Payout['status'] | undefined
  readonly userId?: UserId | undefined
}

interface PayoutRow {
  readonly payout: Payout
  readonly user_id: UserId
}

const LIST = lookThrough(
  'payouts-list',
  `select y.payout, p.user_id
     from payouts y join players p using (tenant_id, player_id)
    where y.tenant_id = $1 and ($2::text is null or y.status = $2) and p.user_id is not null
      and ($3::uuid is null or y.payout_id < $3)
    order by y.payout_id desc
    limit $4`,
)

const LIST_OF_USER = lookThrough(
  'payouts-of-user',
  `select y.payout, p.user_id
     from players p join payouts y using (tenant_id, player_id)
    where p.tenant_id = $1 and p.user_id = $2 and ($3::text is null or y.status = $3)
      and ($4::uuid is null or y.payout_id < $4)
    order by y.payout_id desc
    limit $5`,
)

const ONE = statement(
  'payout-by-id',
  `select y.payout, p.user_id
     from payouts y join players p using (tenant_id, player_id)
    where y.tenant_id = $1 and y.payout_id = $2 and p.user_id is not null`,
)

const OF_PROGRAMS = statement(
  'payouts-of-programs',
  `select y.program_id, y.payout from payouts y
    where y.tenant_id = $1 and y.program_id = any($2::uuid[])
    order by (y.payout ->> 'number')::int, y.payout_id`,
)

const recordOf = (row: PayoutRow): PayoutRecord => ({ payout: row.payout, userId: row.user_id })

/** Payouts of a tenant, newest first. */
export async function listPayouts(db: Queryable, filter: PayoutFilter, page: PageRequest): Promise<Page<PayoutRecord>> {
  const { tenantId, status, userId } = filter
  const rows =
    userId === undefined
      ? await rowsOf<PayoutRow>(db, LIST, [tenantId, status, page.cursor, page.limit + 1])
      : await rowsOf<PayoutRow>(db, LIST_OF_USER, [tenantId, userId, status, page.cursor, page.limit + 1])
  return pageOf(rows, page.limit, recordOf, (row) => row.payout.id)
}

export async function findPayout(db: Queryable, tenantId: TenantId, id: PayoutId): Promise<PayoutRecord | null> {
  const [row] = await rowsOf<PayoutRow>(db, ONE, [tenantId, id])
  return row ? recordOf(row) : null
}

/** The payouts of some accounts, the oldest first. Of requests that come at once the ids need not be in order. */
export async function payoutsOfPrograms(db: Queryable, tenantId: TenantId, ids: readonly ProgramId[]) {
  const rows = await rowsOf<{ program_id: ProgramId; payout: Payout }>(db, OF_PROGRAMS, [tenantId, ids])
  return Map.groupBy(rows, ({ program_id }) => program_id)
}
