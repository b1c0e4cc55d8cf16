import type { EventId, TenantId } from '../../core/ids.ts'
import { countOf, type Queryable, rowsOf, statement } from '../statement.ts'

// Behind the lock of its player nobody else decides on a queued bet; whether somebody did before is seen here. What was set
// aside is left out by whoever asks: a condition on it would have the planner take a partial index in place of the key.
const LOCK = statement(
  'batch-lock-queued',
  `select i.event_id, i.failed_at is not null as is_failed,
          exists (select from inbox e
                   where e.tenant_id = i.tenant_id and e.user_id = i.user_id and e.position < i.position
                     and e.failed_at is null and e.event_id <> all ($2::uuid[])) as is_early
     from unnest($1::uuid[], $2::uuid[]) as k (tenant_id, event_id)
     join inbox i using (tenant_id, event_id)
    order by i.position
      for update of i`,
)

const DELETE = statement(
  'batch-delete-queued',
  `delete from inbox i using unnest($1::uuid[], $2::uuid[]) as k (tenant_id, event_id)
    where i.tenant_id = k.tenant_id and i.event_id = k.event_id`,
)

/** Those that still wait; `is_early` where one of the same user, which is not in the batch, came before. */
export async function lockQueued(db: Queryable, tenantIds: readonly TenantId[], eventIds: readonly EventId[]) {
  const rows = await rowsOf<{ event_id: EventId; is_failed: boolean; is_early: boolean }>(db, LOCK, [
    tenantIds,
    eventIds,
  ])
  return rows.filter(({ is_failed }) => !is_failed)
}

export const deleteQueued = (db: Queryable, tenantIds: readonly TenantId[], eventIds: readonly EventId[]) =>
  countOf(db, DELETE, [tenantIds, eventIds])
