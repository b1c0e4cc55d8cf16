import type { ExternalBetId, TenantId, UserId } from '../core/ids.ts'
import { BET_COLUMNS, type BetRow } from './bet-rows.ts'
import { LAST_ID, type PageRequest } from './page.ts'
import { lookThrough, type Queryable, rowsOf, statement } from './statement.ts'

// Placements that have no settlement and no void yet, the newest first. Nothing but the column `standing` tells which
// bets are open: an index on it would have to be changed by every settlement. So they are looked for where they mostly
// are, among the newest events, and only then among all bets.

const PLACED = `(b.state #>> '{placement,eventId}')::uuid`

/** Whether a bet was settled after its program had closed: that is recorded, moves nothing, and nothing more is to come. */
export const settledTooLate = (doubts: string): string =>
  `'program_closed' in (coalesce(${doubts} #>> '{settled-won,flagReason}', ''),
            coalesce(${doubts} #>> '{settled-lost,flagReason}', ''))`

// Taking the JSON apart costs more than all else, so it is done for the few that name the reason at all.
export const IS_OPEN = `b.standing = 'open' and (strpos(b.state::text, 'program_closed') = 0
      or not ${settledTooLate("(b.state -> 'doubts')")})`

/** So many events are looked through, one look-up in the bets for each placement: some 5 ms where none is open. */
const NEWEST = 2_000

const AMONG_NEWEST = lookThrough(
  'open-bets-among-newest',
  `select ${BET_COLUMNS}
     from (select * from events
            where tenant_id = $1 and event_id < coalesce($2::uuid, '${LAST_ID}')
            order by event_id desc limit ${NEWEST}) e
     join bets b on b.tenant_id = $1 and b.external_bet_id = e.external_bet_id
     join players p on p.tenant_id = $1 and p.player_id = e.player_id
    where e.type = 'BetAccepted' and ${PLACED} = e.event_id and ${IS_OPEN} and p.user_id is not null
    order by e.event_id desc
    limit $3`,
)

// The id of each placement is read once, behind a fence; the few rows of the page are joined in its order.
const AMONG_ALL = lookThrough(
  'open-bets-among-all',
  `select ${BET_COLUMNS}
     from (select o.event_id from (
             select ${PLACED} as event_id from bets b where b.tenant_id = $1 and ${IS_OPEN} offset 0) o
            where $2::uuid is null or o.event_id < $2
            order by o.event_id desc) o
     join events e on e.tenant_id = $1 and e.event_id = o.event_id
     join players p on p.tenant_id = $1 and p.player_id = e.player_id
    where p.user_id is not null
    order by e.event_id desc
    limit $3`,
)

// Of one player: their events stand together under their key.
const OF_USER = lookThrough(
  'open-bets-of-user',
  `select ${BET_COLUMNS}
     from players p
     join events e on e.tenant_id = p.tenant_id and e.player_id = p.player_id
     join bets b on b.tenant_id = p.tenant_id and b.external_bet_id = e.external_bet_id
    where p.tenant_id = $1 and p.user_id = $4 and e.type = 'BetAccepted' and ${PLACED} = e.event_id and ${IS_OPEN}
      and ($5::text is null or e.external_bet_id = $5) and ($2::uuid is null or e.event_id < $2)
    order by e.event_id desc
    limit $3`,
)

const OF_BET = statement(
  'open-bets-of-bet',
  `select ${BET_COLUMNS}
     from bets b
     join events e on e.tenant_id = b.tenant_id and e.event_id = ${PLACED}
     join players p on p.tenant_id = b.tenant_id and p.player_id = e.player_id
    where b.tenant_id = $1 and b.external_bet_id = $4 and ${IS_OPEN} and p.user_id is not null
      and ($2::uuid is null or e.event_id < $2)
    limit $3`,
)

/** Open bets, or those of a user, or the one of this id. One more than the limit, to know of a next page. */
export async function openBetRows(
  db: Queryable,
  filter: {
    readonly tenantId: TenantId
    readonly userId?: UserId | undefined
    readonly externalBetId?: ExternalBetId | undefined
  },
  { cursor, limit }: PageRequest,
): Promise<readonly BetRow[]> {
  const { tenantId, userId, externalBetId } = filter
  const page = [tenantId, cursor, limit + 1]
  if (userId !== undefined) return rowsOf<BetRow>(db, OF_USER, [...page, userId, externalBetId])
  if (externalBetId !== undefined) return rowsOf<BetRow>(db, OF_BET, [...page, externalBetId])
  const newest = await rowsOf<BetRow>(db, AMONG_NEWEST, page)
  return newest.length > limit ? newest : rowsOf<BetRow>(db, AMONG_ALL, page)
}
