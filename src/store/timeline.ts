import type { DomainEvent } from '../core/events.ts'
import type { PlayerId, ProgramId, TenantId } from '../core/ids.ts'
import { type Instant, instant } from '../core/instant.ts'
import { type EventKind, eventTypesOf } from '../core/life-kind.ts'
import type { Cents } from '../core/money.ts'
import type { Delivery } from './deliveries.ts'
import { EVENT_COLUMNS, type EventRow, eventOfRow, termsIn } from './event-rows.ts'
import type { LifeRequest } from './page.ts'
import type { TermsOf } from './player-state.ts'
import { lookThrough, type Queryable, rowsOf, statement } from './statement.ts'
import type { TermsShelf } from './terms.ts'

/** A fact of a player's life, and what became of telling the operator. */
export interface LifeEvent {
  readonly event: DomainEvent
  /** Its number among those of the player. */
  readonly seq: number
  readonly programId: ProgramId | null
  readonly recordedAt: Instant
  readonly delivery: {
    readonly type: string
    readonly status: Delivery['status']
    readonly attempts: number
  } | null
}

interface LifeRow extends EventRow {
  readonly delivery_type: string | null
  readonly delivery_status: Delivery['status'] | null
  readonly delivery_attempts: number | null
}

// The player is found first, as a value: joined to the events they would all be read and sorted for each page.
const pageWhere = (condition: string): string =>
  `select ${EVENT_COLUMNS},
          d.type as delivery_type, d.status as delivery_status, d.attempts as delivery_attempts
     from (select * from events
            where tenant_id = $1 and player_id = (select player_id from players where tenant_id = $1 and user_id = $2)
              and seq < $3 and ${condition}
            order by seq desc
            limit $4) e
     left join deliveries d on d.tenant_id = e.tenant_id and d.event_id = e.event_id
    order by e.seq desc`

const LIST = lookThrough('timeline-list', pageWhere('true'))
const LIST_BETS = lookThrough('timeline-bets', pageWhere('external_bet_id is not null'))
const LIST_BESIDE_BETS = lookThrough('timeline-beside-bets', pageWhere('external_bet_id is null and type = any($5)'))

/** Above every number that an event can have. */
export const NEWEST = Number.MAX_SAFE_INTEGER

/** Events of these kinds. */
export async function listLifeEvents(
  db: Queryable,
  { tenantId, userId, before, limit }: LifeRequest,
  kinds: readonly EventKind[],
  terms: TermsShelf,
): Promise<readonly LifeEvent[]> {
  const others = kinds.filter((kind) => kind !== 'bet')
  const values = [tenantId, userId, before, limit]
  // Bets go with all other kinds or with none.
  const rows =
    others.length === kinds.length
      ? await rowsOf<LifeRow>(db, LIST_BESIDE_BETS, [...values, eventTypesOf(others)])
      : await rowsOf<LifeRow>(db, others.length === 0 ? LIST_BETS : LIST, values)
  await terms.fetch(db, termsIn(rows))
  return rows.map((row) => lifeEventOf(row, terms.of))
}

const lifeEventOf = (row: LifeRow, termsOf: TermsOf): LifeEvent => ({
  event: eventOfRow(row, termsOf),
  seq: row.seq,
  programId: row.program_id,
  recordedAt: instant(row.recorded_at.getTime()),
  delivery:
    row.delivery_type === null
      ? null
      : {
          type: row.delivery_type,
          status: row.delivery_status ?? 'pending',
          attempts: row.delivery_attempts ?? 0,
        },
})

export interface CurveRow {
  readonly at: Date
  readonly balance: Cents
}

// Every n-th event and the last one, so that a long program draws as quickly as a short one.
const CURVE = statement(
  'balance-curve',
  `with steps as (
     select coalesce(e.event_at, e.at) as at,
            coalesce(e.data ->> 'balanceAfter', e.data -> 'payout' ->> 'balanceAfter',
                     e.data ->> 'startingBalance', e.data ->> 'fundedAmount')::int8 as balance, e.seq,
            row_number() over (order by e.seq) as place, count(*) over () as places
       from events e
      where e.tenant_id = $1 and e.player_id = $2 and e.program_id = $3
        and (e.external_bet_id is not null and e.data ->> 'balanceAfter' is not null
             or e.type in ('ChallengePurchased', 'FundedAccountActivated', 'PayoutExecuted')))
   select at, balance from steps
    where place = 1 or place = places or place % greatest(1, places / $4::int) = 0
    order by seq`,
)

/** The balance of a program after each of its events, thinned out to about `points`. */
export const balanceCurve = (
  db: Queryable,
  tenantId: TenantId,
  playerId: PlayerId,
  programId: ProgramId,
  points: number,
) => rowsOf<CurveRow>(db, CURVE, [tenantId, playerId, programId, points])
