import type { DomainEvent } from '../core/events.ts'
import type { ProgramId, TenantId, UserId } from '../core/ids.ts'
import type { Instant } from '../core/instant.ts'
import { isoOf, type Queryable, rowsOf, statement } from './statement.ts'

const DUE_BETWEEN = statement(
  'events-due-between',
  `select e.type, e.program_id, e.at, p.user_id
     from events e join players p using (tenant_id, player_id)
    where e.tenant_id = $1 and e.event_id >= $2 and e.at > $3 and e.at <= $4
      and e.external_bet_id is null and e.program_id is not null and p.user_id is not null
    order by e.at, e.player_id, e.seq`,
)

/** What happened to programs in a span of the tenant's time, as far as it was stored from event id `from` on. */
export const eventsBetween = (db: Queryable, tenantId: TenantId, from: string, after: Instant, until: Instant) =>
  rowsOf<{ type: DomainEvent['type']; program_id: ProgramId; at: Date; user_id: UserId }>(db, DUE_BETWEEN, [
    tenantId,
    from,
    isoOf(after),
    isoOf(until),
  ])
