import type { FlagSource, FlagStatus, FlagType } from '../core/flag.ts'
import type { EventId, ExternalBetId, PlayerId, TenantId, UserId, Uuid } from '../core/ids.ts'
import { type Instant, instant } from '../core/instant.ts'
import { type Page, type PageRequest, pageOf } from './page.ts'
import { isoOf, lookThrough, type Queryable, rowsOf, statement } from './statement.ts'

/** Something that a person at the operator should look at. Rules 4.13 */
export interface FlagRecord {
  readonly id: string
  readonly userId: UserId | null
  readonly betEventId: EventId | null
  readonly externalBetId: ExternalBetId | null
  readonly type: FlagType
  readonly description: string
  readonly status: FlagStatus
  readonly source: FlagSource
  readonly flaggedBy: string
  readonly flaggedAt: Instant
  readonly resolvedBy: string | null
  readonly resolvedAt: Instant | null
  readonly resolutionNote: string | null
}

export interface FlagFilter {
  readonly tenantId: TenantId
  readonly status?: FlagStatus | undefined
  readonly userId?: UserId | undefined
}

interface FlagRow {
  readonly flag_id: string
  readonly user_id: UserId | null
  readonly bet_event_id: EventId | null
  readonly external_bet_id: ExternalBetId | null
  readonly type: FlagType
  readonly description: string
  readonly status: FlagStatus
  readonly source: FlagSource
  readonly flagged_by: string
  readonly flagged_at: Date
  readonly resolved_by: string | null
  readonly resolved_at: Date | null
  readonly resolution_note: string | null
}

/**
 * Whether a flag `f` is shown: with a player `p` who began anew or was erased it is out of sight, unless a script opened
 * it, for what does not add up does not add up all the same.
 */
export const IS_SHOWN = `(p.player_id is null or p.user_id is not null or f.source = 'script')`

const LIST = lookThrough(
  'flags-list',
  `select f.*, p.user_id
     from flags f left join players p using (tenant_id, player_id)
    where f.tenant_id = $1 and ${IS_SHOWN}
      and ($2::text is null or f.status = $2) and ($3::uuid is null or f.flag_id < $3)
    order by f.flag_id desc
    limit $4`,
)

const LIST_OF_USER = lookThrough(
  'flags-of-user',
  `select f.*, p.user_id
     from players p join flags f using (tenant_id, player_id)
    where p.tenant_id = $1 and p.user_id = $2 and ($3::text is null or f.status = $3)
      and ($4::uuid is null or f.flag_id < $4)
    order by f.flag_id desc
    limit $5`,
)

const ONE = statement(
  'flag-by-id',
  `select f.*, p.user_id
     from flags f left join players p using (tenant_id, player_id)
    where f.tenant_id = $1 and f.flag_id = $2 and ${IS_SHOWN}`,
)

const INSERT = statement(
  'flag-insert',
  `insert into flags (tenant_id, flag_id, player_id, bet_event_id, external_bet_id, type, description, source, flagged_by,
     flagged_at)
   select e.tenant_id, $2, e.player_id, e.event_id, e.external_bet_id, 'operator', $4, 'operator', $5, $6
     from events e join players p using (tenant_id, player_id)
    where e.tenant_id = $1 and e.event_id = $3 and e.external_bet_id is not null and p.user_id is not null
   returning player_id`,
)

const RESOLVE = statement(
  'flag-resolve',
  `update flags set status = 'resolved', resolved_by = $3, resolution_note = $4, resolved_at = $5
    where tenant_id = $1 and flag_id = $2 and status = 'open'
   returning player_id`,
)

const flagOf = (row: FlagRow): FlagRecord => ({
  id: row.flag_id,
  userId: row.user_id,
  betEventId: row.bet_event_id,
  externalBetId: row.external_bet_id,
  type: row.type,
  description: row.description,
  status: row.status,
  source: row.source,
  flaggedBy: row.flagged_by,
  flaggedAt: instant(row.flagged_at.getTime()),
  resolvedBy: row.resolved_by,
  resolvedAt: row.resolved_at && instant(row.resolved_at.getTime()),
  resolutionNote: row.resolution_note,
})

/** Flags, newest first. */
export async function listFlags(db: Queryable, filter: FlagFilter, page: PageRequest): Promise<Page<FlagRecord>> {
  const { tenantId, status, userId } = filter
  const rows =
    userId === undefined
      ? await rowsOf<FlagRow>(db, LIST, [tenantId, status, page.cursor, page.limit + 1])
      : await rowsOf<FlagRow>(db, LIST_OF_USER, [tenantId, userId, status, page.cursor, page.limit + 1])
  return pageOf(rows, page.limit, flagOf, (row) => row.flag_id)
}

export async function findFlag(db: Queryable, tenantId: TenantId, id: Uuid): Promise<FlagRecord | null> {
  const [row] = await rowsOf<FlagRow>(db, ONE, [tenantId, id])
  return row ? flagOf(row) : null
}

/** Whose flag was changed. */
export interface ChangedFlag {
  readonly player_id: PlayerId | null
}

/** A flag of the operator's own; null where there is no such bet event, and nothing is stored. */
export async function insertFlag(
  db: Queryable,
  flag: { tenantId: TenantId; id: Uuid; betEventId: EventId; description: string; actor: string; at: Instant },
): Promise<ChangedFlag | null> {
  const values = [flag.tenantId, flag.id, flag.betEventId, flag.description, flag.actor, isoOf(flag.at)]
  return (await rowsOf<ChangedFlag>(db, INSERT, values))[0] ?? null
}

/** Resolves a flag that is open; null where it is not, and it stays as it is. */
export async function resolveFlag(
  db: Queryable,
  flag: { tenantId: TenantId; id: Uuid; actor: string; note: string; at: Instant },
): Promise<ChangedFlag | null> {
  const values = [flag.tenantId, flag.id, flag.actor, flag.note, isoOf(flag.at)]
  return (await rowsOf<ChangedFlag>(db, RESOLVE, values))[0] ?? null
}
