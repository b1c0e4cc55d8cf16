import type { BetEvent } from '../core/events.ts'
import type { EventId, ExternalBetId, TenantId, UserId } from '../core/ids.ts'
import type { Instant } from '../core/instant.ts'
import { invariant } from '../core/invariant.ts'
import { BET_COLUMNS, type BetRecord, type BetRow, recordOf } from './bet-rows.ts'
import { IS_OPEN, openBetRows } from './open-bets.ts'
import { LAST_ID, type Page, type PageRequest, pageOf } from './page.ts'
import { isoOf, lookThrough, type Queryable, rowsOf, statement } from './statement.ts'

export interface BetRecordFilter {
  readonly tenantId: TenantId
  readonly userId?: UserId | undefined
  readonly externalBetId?: ExternalBetId | undefined
  /** `placed` lists placements that have no settlement or void yet. */
  readonly status?: BetEvent['report']['status'] | undefined
  /** Event times, both ends included. */
  readonly from?: Instant | undefined
  readonly to?: Instant | undefined
}

// Taking the JSON apart costs more than all else, so it is done only for what names the status at all.
const OF_STATUS = (status: string): string =>
  `(${status}::text is null or (strpos(e.data::text, ${status}) > 0 and e.data -> 'report' ->> 'status' = ${status}))`

// Of all players: with conditions that mostly are none the database would begin with the players.
const LIST = lookThrough(
  'bet-records-list',
  `select ${BET_COLUMNS}
     from events e join players p using (tenant_id, player_id)
    where e.tenant_id = $1 and e.external_bet_id is not null and p.user_id is not null
      and ($2::text is null or e.type = any($5::text[])) and ${OF_STATUS('$2')}
      and e.event_id < coalesce($3::uuid, '${LAST_ID}')
    order by e.event_id desc
    limit $4`,
)

/** The events that a report of this status may have come to; the type is quicker looked at than the report. */
const typesOf = {
  placed: ['BetAccepted', 'BetRejected'],
  'settled-won': ['BetSettled', 'BetCorrected', 'BetFlagged', 'SettlementRejected'],
  'settled-lost': ['BetSettled', 'BetCorrected', 'BetFlagged', 'SettlementRejected'],
  voided: ['BetVoided', 'UnacceptedBetVoided', 'BetCorrected', 'BetFlagged'],
} as const satisfies { readonly [status in NonNullable<BetRecordFilter['status']>]: readonly BetEvent['type'][] }

const listed = (which: string): string => `select ${BET_COLUMNS}
     from events e join players p using (tenant_id, player_id)
    where e.tenant_id = $1 and e.external_bet_id is not null and p.user_id is not null
      and ${which}
      and ${OF_STATUS('$4')}
      and ($4::text is distinct from 'placed' or exists (select from bets b where b.tenant_id = e.tenant_id
            and b.external_bet_id = e.external_bet_id and ${IS_OPEN}
            and b.state -> 'placement' ->> 'eventId' = e.event_id::text))
      and ($5::timestamptz is null or e.event_at >= $5)
      and ($6::timestamptz is null or e.event_at <= $6)
      and ($7::uuid is null or e.event_id < $7)
    order by e.event_id desc
    limit $8`

// Of one player: their events stand together under their key, and few of all are theirs.
const LIST_OF_USER = lookThrough(
  'bet-records-of-user',
  listed(`p.user_id = $2 and e.player_id = (select player_id from players where tenant_id = $1 and user_id = $2)
      and ($3::text is null or e.external_bet_id = $3)`),
)

// Of one bet: what took effect on it is its player's, and for the rest there is an index.
const LIST_OF_BET = lookThrough(
  'bet-records-of-bet',
  listed(`$2::text is null and e.event_id in (
       select o.event_id from bets b join events o using (tenant_id, player_id)
        where b.tenant_id = $1 and b.external_bet_id = $3 and o.external_bet_id = $3
        union all
       select o.event_id from events o
        where o.tenant_id = $1 and o.external_bet_id = $3
          and o.type in ('BetRejected', 'BetFlagged', 'SettlementRejected', 'UnacceptedBetVoided'))`),
)

const ONE = statement(
  'bet-record-by-id',
  `select ${BET_COLUMNS}
     from events e join players p using (tenant_id, player_id)
    where e.tenant_id = $1 and e.event_id = $2 and e.external_bet_id is not null and p.user_id is not null`,
)

const BY_IDS = lookThrough(
  'bet-records-by-ids',
  `select ${BET_COLUMNS}
     from events e join players p using (tenant_id, player_id)
    where e.tenant_id = $1 and e.event_id = any($2::uuid[]) and e.external_bet_id is not null and p.user_id is not null`,
)

/** Bet events, newest first by their arrival. */
export async function listBetRecords(
  db: Queryable,
  filter: BetRecordFilter,
  page: PageRequest,
): Promise<Page<BetRecord>> {
  return pageOf(await rowsOfPage(db, filter, page), page.limit, recordOf, (row) => row.event_id)
}

function rowsOfPage(db: Queryable, filter: BetRecordFilter, page: PageRequest): Promise<readonly BetRow[]> {
  const { tenantId, userId, externalBetId, status, from, to } = filter
  const { cursor, limit } = page
  const isRanged = from !== undefined || to !== undefined
  if (status === 'placed' && !isRanged) return openBetRows(db, filter, page)
  const values = [tenantId, userId, externalBetId, status, isoOf(from ?? null), isoOf(to ?? null), cursor, limit + 1]
  if (userId !== undefined) return rowsOf<BetRow>(db, LIST_OF_USER, values)
  if (externalBetId !== undefined) return rowsOf<BetRow>(db, LIST_OF_BET, values)
  invariant(!isRanged, 'a range of time is asked for of a player or of a bet')
  return rowsOf<BetRow>(db, LIST, [tenantId, status, cursor, limit + 1, status && typesOf[status]])
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
