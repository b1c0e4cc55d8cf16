import { type BetEvent, isBetEvent } from '../core/events.ts'
import type { EventId, ExternalBetId, PlayerId, TenantId, UserId } from '../core/ids.ts'
import { type Instant, instant } from '../core/instant.ts'
import { invariant } from '../core/invariant.ts'
import { type EventRow, eventOfRow } from './event-rows.ts'
import { type Page, type PageRequest, pageOf } from './page.ts'
import { isoOf, type Queryable, rowsOf, type Statement, statement } from './statement.ts'

/** A bet event as it is stored, with the user that it belongs to. */
export interface BetRecord {
  readonly event: BetEvent
  readonly playerId: PlayerId
  readonly userId: UserId
  readonly recordedAt: Instant
}

export interface BetRecordFilter {
  readonly tenantId: TenantId
  readonly userId?: UserId
  readonly externalBetId?: ExternalBetId
  /** `placed` lists placements that have no settlement or void yet. */
  readonly status?: BetEvent['report']['status']
  /** Event times, both ends included. */
  readonly from?: Instant
  readonly to?: Instant
}

const COLUMNS =
  'e.tenant_id, e.event_id, e.player_id, e.seq, e.type, e.program_id, e.at, e.recorded_at, e.data, p.user_id'

const LIST = statement(
  'bet-records-list',
  `select ${COLUMNS}
     from events e join players p using (tenant_id, player_id)
    where e.tenant_id = $1 and e.external_bet_id is not null and p.user_id is not null
      and ($2::text is null or p.user_id = $2)
      and ($3::text is null or e.external_bet_id = $3)
      and ($4::text is null or e.data -> 'report' ->> 'status' = $4)
      and ($4::text is distinct from 'placed' or exists (select from bets b where b.tenant_id = e.tenant_id
            and b.external_bet_id = e.external_bet_id and b.standing = 'open'
            and b.state -> 'placement' ->> 'eventId' = e.event_id::text
            -- One that was settled after its program had closed is recorded, and nothing more is to come of it.
            and 'program_closed' not in (coalesce(b.state #>> '{doubts,settled-won,flagReason}', ''),
              coalesce(b.state #>> '{doubts,settled-lost,flagReason}', ''))))
      and ($5::timestamptz is null or e.event_at >= $5)
      and ($6::timestamptz is null or e.event_at <= $6)
      and ($7::uuid is null or e.event_id < $7)
    order by e.event_id desc
    limit $8`,
)

// Of one player: their events stand together under their key, and few of all are theirs.
const LIST_OF_USER = statement(
  'bet-records-of-user',
  LIST.text.replace(
    '($2::text is null or p.user_id = $2)',
    '(p.user_id = $2 and e.player_id = (select player_id from players where tenant_id = $1 and user_id = $2))',
  ),
)

// Of one bet: what took effect on it is its player's, and for the rest there is an index.
const LIST_OF_BET = statement(
  'bet-records-of-bet',
  LIST.text.replace(
    '($3::text is null or e.external_bet_id = $3)',
    `e.event_id in (
       select o.event_id from bets b join events o using (tenant_id, player_id)
        where b.tenant_id = $1 and b.external_bet_id = $3 and o.external_bet_id = $3
        union all
       select o.event_id from events o
        where o.tenant_id = $1 and o.external_bet_id = $3
          and o.type in ('BetRejected', 'BetFlagged', 'SettlementRejected', 'UnacceptedBetVoided'))`,
  ),
)

// What is open is found by the bets, of which few are: looking each placement up would read all that ever were.
const LIST_OPEN = statement(
  'bet-records-open',
  `select ${COLUMNS}
     from (select (b.state -> 'placement' ->> 'eventId')::uuid as event_id
             from bets b join players p using (tenant_id, player_id)
            where b.tenant_id = $1 and b.standing = 'open' and p.user_id is not null
              and ($2::text is null or p.user_id = $2)
              and ($3::text is null or b.external_bet_id = $3)
              -- One that was settled after its program had closed is recorded, and nothing more is to come of it.
              and 'program_closed' not in (coalesce(b.state #>> '{doubts,settled-won,flagReason}', ''),
                coalesce(b.state #>> '{doubts,settled-lost,flagReason}', ''))
              and ($4::uuid is null or (b.state -> 'placement' ->> 'eventId')::uuid < $4)
            order by 1 desc
            limit $5) o
     join events e on e.tenant_id = $1 and e.event_id = o.event_id
     join players p using (tenant_id, player_id)
    order by e.event_id desc`,
)

const ONE = statement(
  'bet-record-by-id',
  `select ${COLUMNS}
     from events e join players p using (tenant_id, player_id)
    where e.tenant_id = $1 and e.event_id = $2 and e.external_bet_id is not null and p.user_id is not null`,
)

const BY_IDS = statement(
  'bet-records-by-ids',
  `select ${COLUMNS}
     from events e join players p using (tenant_id, player_id)
    where e.tenant_id = $1 and e.event_id = any($2::uuid[]) and e.external_bet_id is not null and p.user_id is not null`,
)

type BetRow = EventRow & { readonly user_id: UserId }

function recordOf(row: BetRow): BetRecord {
  const event = eventOfRow(row, () => undefined)
  invariant(isBetEvent(event), 'an event of a bet is a bet event')
  return { event, playerId: row.player_id, userId: row.user_id, recordedAt: instant(row.recorded_at.getTime()) }
}

const listOf = ({ userId, externalBetId }: BetRecordFilter): Statement =>
  userId !== undefined ? LIST_OF_USER : externalBetId !== undefined ? LIST_OF_BET : LIST

/** Bet events, newest first by their arrival. */
export async function listBetRecords(
  db: Queryable,
  filter: BetRecordFilter,
  page: PageRequest,
): Promise<Page<BetRecord>> {
  const { tenantId, userId, externalBetId, status, from, to } = filter
  const values = [tenantId, userId, externalBetId, status, isoOf(from ?? null), isoOf(to ?? null), page.cursor]
  const rows =
    status === 'placed' && from === undefined && to === undefined
      ? await rowsOf<BetRow>(db, LIST_OPEN, [tenantId, userId, externalBetId, page.cursor, page.limit + 1])
      : await rowsOf<BetRow>(db, listOf(filter), [...values, page.limit + 1])
  return pageOf(rows, page.limit, recordOf, (row) => row.event_id)
}

export async function findBetRecord(db: Queryable, tenantId: TenantId, id: EventId): Promise<BetRecord | null> {
  const [row] = await rowsOf<BetRow>(db, ONE, [tenantId, id])
  return row ? recordOf(row) : null
}

/** Those of some bet events that there are, by their ids. */
export async function findBetRecords(
  db: Queryable,
  tenantId: TenantId,
  ids: readonly EventId[],
): Promise<ReadonlyMap<EventId, BetRecord>> {
  const rows = await rowsOf<BetRow>(db, BY_IDS, [tenantId, ids])
  return new Map(rows.map((row) => [row.event_id, recordOf(row)]))
}
