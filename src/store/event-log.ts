import type { DomainEvent } from '../core/events.ts'
import type { EventId, ProgramId, TenantId, UserId } from '../core/ids.ts'
import type { Instant } from '../core/instant.ts'
import { EVENT_COLUMNS, type EventRow } from './event-rows.ts'
import { isoOf, lookThrough, type Queryable, rowsOf, statement } from './statement.ts'

const DUE_BETWEEN = lookThrough(
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

const OF_PLAYER = statement(
  'events-of-player-of',
  `select ${EVENT_COLUMNS}
     from events t join events e on e.tenant_id = t.tenant_id and e.player_id = t.player_id
    where t.tenant_id = $1 and t.event_id = $2 and ($3::boolean or e.seq < t.seq)
    order by e.seq`,
)

/** The events of the player that an event belongs to, in order: those before it, or all. */
export const eventsAround = (db: Queryable, tenantId: TenantId, id: EventId, which: 'before' | 'all') =>
  rowsOf<EventRow>(db, OF_PLAYER, [tenantId, id, which === 'all'])
