import type { DomainEvent } from '../core/events.ts'
import type { PlayerId, TenantId, TermsHash, UserId } from '../core/ids.ts'
import { type Instant, instant } from '../core/instant.ts'
import type { Terms } from '../core/terms.ts'
import { EVENT_COLUMNS, type EventRow, eventOfRow } from './event-rows.ts'
import { type Queryable, rowsOf, statement } from './statement.ts'
import type { TermsShelf } from './terms.ts'

/** The events of a player with numbers in (after, until]. */
export interface Stretch {
  readonly tenantId: TenantId
  readonly playerId: PlayerId
  readonly after: number
  readonly until: number
}

/** An event with its number among those of its player. */
export interface NumberedEvent {
  readonly event: DomainEvent
  readonly seq: number
  readonly recordedAt: Instant
  /** Of the program that it belongs to; undefined for one of no program, and for a bet event, which needs none. */
  readonly terms: Terms | undefined
}

export interface SeqRow {
  readonly tenant_id: TenantId
  readonly user_id: UserId
  readonly seq: number
}

const EVENTS = statement(
  'news-events',
  `select k.place, ${EVENT_COLUMNS},
          g.state ->> 'terms' as terms_hash
     from unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::bigint[]) with ordinality
       as k (tenant_id, player_id, after, until, place)
    cross join lateral (
           select * from events
            where tenant_id = k.tenant_id and player_id = k.player_id and seq > k.after and seq <= k.until
            order by seq
            limit $5) e
     left join programs g
            on g.tenant_id = e.tenant_id and g.program_id = case when e.external_bet_id is null then e.program_id end
    order by k.place, e.seq`,
)

const SEQS = statement(
  'news-seqs',
  `select p.tenant_id, p.user_id, p.seq
     from unnest($1::uuid[], $2::text[]) as k (tenant_id, user_id)
     join players p using (tenant_id, user_id)`,
)

type NewsRow = EventRow & { readonly place: number; readonly terms_hash: TermsHash | null }

/** For each stretch its events in the order of their numbers, the first `limit` of them. */
export async function eventsOf(
  db: Queryable,
  terms: TermsShelf,
  stretches: readonly Stretch[],
  limit: number,
): Promise<readonly (readonly NumberedEvent[])[]> {
  if (stretches.length === 0) return []
  const rows = await rowsOf<NewsRow>(db, EVENTS, [
    stretches.map(({ tenantId }) => tenantId),
    stretches.map(({ playerId }) => playerId),
    stretches.map(({ after }) => after),
    stretches.map(({ until }) => until),
    limit,
  ])
  const wanted = rows.flatMap(({ tenant_id, terms_hash }) =>
    terms_hash === null ? [] : [{ tenantId: tenant_id, hash: terms_hash }],
  )
  await terms.fetch(db, wanted)
  const events: NumberedEvent[][] = stretches.map(() => [])
  for (const row of rows) events[row.place - 1]?.push(numbered(row, terms))
  return events
}

const numbered = (row: NewsRow, terms: TermsShelf): NumberedEvent => ({
  event: eventOfRow(row, terms.of),
  seq: row.seq,
  recordedAt: instant(row.recorded_at.getTime()),
  terms: row.terms_hash === null ? undefined : terms.of(row.tenant_id, row.terms_hash),
})

/** How far the events of some players are numbered. */
export const seqsOf = (db: Queryable, tenantIds: readonly TenantId[], userIds: readonly UserId[]) =>
  rowsOf<SeqRow>(db, SEQS, [tenantIds, userIds])
