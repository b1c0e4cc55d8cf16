import type { DomainEvent } from '../core/events.ts'
import type { PlayerId, ProgramId, TenantId, UserId } from '../core/ids.ts'
import { type Instant, instant } from '../core/instant.ts'
import type { Cents } from '../core/money.ts'
import { type EventRow, eventOfRow } from './event-rows.ts'
import { type Page, type PageRequest, pageOf } from './page.ts'
import type { TermsOf } from './player-state.ts'
import { type Queryable, rowsOf, statement } from './statement.ts'

/** A fact of a player's life, and what became of telling the operator. */
export interface LifeEvent {
  readonly event: DomainEvent
  readonly programId: ProgramId | null
  readonly recordedAt: Instant
  readonly delivery: { readonly type: string; readonly status: string; readonly attempts: number } | null
}

interface LifeRow extends EventRow {
  readonly delivery_type: string | null
  readonly delivery_status: string | null
  readonly delivery_attempts: number | null
}

const LIST = statement(
  'timeline-list',
  `select e.tenant_id, e.event_id, e.player_id, e.seq, e.type, e.program_id, e.at, e.recorded_at, e.data,
          d.type as delivery_type, d.status as delivery_status, d.attempts as delivery_attempts
     from players p
     join events e using (tenant_id, player_id)
     left join deliveries d on d.tenant_id = e.tenant_id and d.event_id = e.event_id
    where p.tenant_id = $1 and p.user_id = $2
      and ($3::uuid is null or e.seq < (select seq from events where tenant_id = $1 and event_id = $3))
      and ($4::boolean is null or (e.external_bet_id is not null) = $4)
    order by e.seq desc
    limit $5`,
)

export interface TimelineFilter {
  readonly tenantId: TenantId
  readonly userId: UserId
  /** Only bets, or everything but bets. */
  readonly bets?: boolean
}

/** Everything that was stored of a user, the newest first. `fetchTerms` finds the terms of their purchases. */
export async function listTimeline(
  db: Queryable,
  { tenantId, userId, bets }: TimelineFilter,
  page: PageRequest,
  fetchTerms: (rows: readonly EventRow[]) => Promise<TermsOf>,
): Promise<Page<LifeEvent>> {
  const rows = await rowsOf<LifeRow>(db, LIST, [tenantId, userId, page.cursor, bets, page.limit + 1])
  const termsOf = await fetchTerms(rows)
  return pageOf(
    rows,
    page.limit,
    (row) => lifeEventOf(row, termsOf),
    (row) => row.event_id,
  )
}

const lifeEventOf = (row: LifeRow, termsOf: TermsOf): LifeEvent => ({
  event: eventOfRow(row, termsOf),
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
