import type { PlayerId, TenantId, UserId, Uuid } from '../core/ids.ts'
import { type Instant, instant } from '../core/instant.ts'
import { type LifeRequest, type Page, type PageRequest, pageOf } from './page.ts'
import { countOf, isoOf, lookThrough, type Queryable, rowsOf, statement } from './statement.ts'

/** JSON that an act leaves behind; amounts in minor units. */
export type Trace = { readonly [field: string]: unknown }

/** An act before it is sealed. */
export interface NewAuditEvent {
  readonly tenantId: TenantId
  readonly id: Uuid
  readonly actor: string
  readonly action: string
  /** What was acted on, as `kind:id`. */
  readonly target: string
  readonly playerId: PlayerId | null
  readonly before: Trace | null
  readonly after: Trace | null
  readonly ip: string | null
  readonly correlationId: string | null
  readonly at: Instant
}

/** An act in its place in the chain. */
export interface AuditEvent extends NewAuditEvent {
  readonly seq: number
  readonly prevHash: string
  readonly hash: string
}

/** The same with the user whom it is about, as long as the user is known. */
export interface AuditRecord extends AuditEvent {
  readonly userId: UserId | null
}

export interface AuditFilter {
  readonly tenantId: TenantId
  readonly actor?: string | undefined
  readonly action?: string | undefined
  /** `kind:id`, the id alone, or a user. */
  readonly target?: string | undefined
  /** Whom it is about. */
  readonly userId?: UserId | undefined
  readonly from?: Instant | undefined
  readonly to?: Instant | undefined
}

const INSERT = statement(
  'audit-insert',
  `insert into audit_events (tenant_id, audit_id, actor, action, target, player_id, before, after, ip, correlation_id, at)
   select * from jsonb_to_recordset($1::jsonb) as r (tenant_id uuid, audit_id uuid, actor text, action text, target text,
     player_id uuid, before jsonb, after jsonb, ip text, correlation_id text, at timestamptz)`,
)

const LIST = lookThrough(
  'audit-list',
  `select a.*, p.user_id from audit_events a left join players p using (tenant_id, player_id)
    where a.tenant_id = $1 and a.seq is not null
      and ($2::text is null or a.actor = $2) and ($3::text is null or a.action = $3)
      and ($4::text is null or a.target = $4 or split_part(a.target, ':', 2) = $4
           or a.player_id = (select player_id from players where tenant_id = $1 and user_id = $4))
      and ($5::timestamptz is null or a.at >= $5) and ($6::timestamptz is null or a.at <= $6)
      and ($7::uuid is null or a.seq < (select c.seq from audit_events c where c.tenant_id = $1 and c.audit_id = $7))
      and ($9::text is null or a.player_id = (select player_id from players where tenant_id = $1 and user_id = $9))
    order by a.seq desc limit $8`,
)

// What a person did, and what no event of the player tells of: decisions that their backend, they themselves or the service
// made stand in the life of the player already.
const ON_PLAYER = statement(
  'audit-on-player',
  `select a.*, $2::text as user_id from audit_events a
    where a.tenant_id = $1 and a.seq < $3
      and a.player_id = (select player_id from players where tenant_id = $1 and user_id = $2)
      and (a.actor ~ '^(admin:|super_admin)'
           or a.action !~ '^(challenge|funded_account|payout|bet|player)\\.'
           or a.action in ('player.exported', 'player.erased', 'player.reset'))
    order by a.seq desc limit $4`,
)

const ONE = statement(
  'audit-by-id',
  `select a.*, p.user_id from audit_events a left join players p using (tenant_id, player_id)
    where a.tenant_id = $1 and a.audit_id = $2 and a.seq is not null`,
)

const CHAIN = lookThrough(
  'audit-chain',
  `select a.*, p.user_id from audit_events a left join players p using (tenant_id, player_id)
    where a.tenant_id = $1 and a.seq > $2 and a.seq <= $3 order by a.seq limit $4`,
)

// As it was noted when it was sealed: of a chain that was cut off, the end that is missing.
const HEAD = statement('audit-head', 'select seq, hash from audit_ends where tenant_id = $1')

// Rows of a transaction that is still open are not seen, and come later.
const UNSEALED = statement(
  'audit-unsealed',
  `select a.*, null as user_id from audit_events a where tenant_id = $1 and seq is null order by at, audit_id limit $2`,
)

const WAITING = statement(
  'audit-waiting',
  `select distinct tenant_id from audit_events
    where seq is null and ($1::uuid is null or tenant_id = $1)`,
)

const SEAL = statement(
  'audit-seal',
  `update audit_events a set seq = r.seq, prev_hash = r.prev_hash, hash = r.hash
     from jsonb_to_recordset($2::jsonb) as r (audit_id uuid, seq bigint, prev_hash text, hash text)
    where a.tenant_id = $1 and a.audit_id = r.audit_id`,
)

const WAIT_FOR_CHAIN = statement(
  'audit-wait-for-chain',
  `select pg_advisory_xact_lock(hashtextextended('audit ' || $1, 0)), true as held`,
)
const TRY_CHAIN = statement(
  'audit-try-chain',
  `select pg_try_advisory_xact_lock(hashtextextended('audit ' || $1, 0)) as held`,
)

interface AuditRow {
  readonly tenant_id: TenantId
  readonly audit_id: Uuid
  readonly actor: string
  readonly action: string
  readonly target: string
  readonly player_id: PlayerId | null
  readonly before: Trace | null
  readonly after: Trace | null
  readonly ip: string | null
  readonly correlation_id: string | null
  readonly at: Date
  readonly seq: number
  readonly prev_hash: string
  readonly hash: string
  readonly user_id: UserId | null
}

const recordOf = (row: AuditRow): AuditRecord => ({
  tenantId: row.tenant_id,
  id: row.audit_id,
  actor: row.actor,
  action: row.action,
  target: row.target,
  playerId: row.player_id,
  before: row.before,
  after: row.after,
  ip: row.ip,
  correlationId: row.correlation_id,
  at: instant(row.at.getTime()),
  seq: row.seq,
  prevHash: row.prev_hash,
  hash: row.hash,
  userId: row.user_id,
})

/** Makes the statement that writes acts down, ready to go in the transaction that does them; null where there is none. */
export function insertAuditEvents(events: readonly NewAuditEvent[]): ((db: Queryable) => Promise<unknown>) | null {
  if (events.length === 0) return null
  const rows = events.map((event) => ({
    tenant_id: event.tenantId,
    audit_id: event.id,
    actor: event.actor,
    action: event.action,
    target: event.target,
    player_id: event.playerId,
    before: event.before,
    after: event.after,
    ip: event.ip,
    correlation_id: event.correlationId,
    at: isoOf(event.at),
  }))
  const text = JSON.stringify(rows)
  return (db) => rowsOf(db, INSERT, [text])
}

/** Sealed acts, newest first. */
export async function listAuditEvents(
  db: Queryable,
  filter: AuditFilter,
  page: PageRequest,
): Promise<Page<AuditRecord>> {
  const { tenantId, actor, action, target, userId, from, to } = filter
  const values = [
    tenantId,
    actor,
    action,
    target,
    isoOf(from ?? null),
    isoOf(to ?? null),
    page.cursor,
    page.limit + 1,
    userId,
  ]
  return pageOf(await rowsOf<AuditRow>(db, LIST, values), page.limit, recordOf, (row) => row.audit_id)
}

/** Sealed acts on a player, newest first. */
export async function actsOnPlayer(
  db: Queryable,
  { tenantId, userId, before, limit }: LifeRequest,
): Promise<readonly AuditRecord[]> {
  return (await rowsOf<AuditRow>(db, ON_PLAYER, [tenantId, userId, before, limit])).map(recordOf)
}

export async function findAuditEvent(db: Queryable, tenantId: TenantId, id: Uuid): Promise<AuditRecord | null> {
  const [row] = await rowsOf<AuditRow>(db, ONE, [tenantId, id])
  return row ? recordOf(row) : null
}

/** A slice of the chain, the oldest first. */
export async function chainAfter(db: Queryable, tenantId: TenantId, seq: number, until: number, limit: number) {
  return (await rowsOf<AuditRow>(db, CHAIN, [tenantId, seq, until, limit])).map(recordOf)
}

/** The last link that was sealed, whether or not it is still there; null where there was none. */
export async function chainHead(db: Queryable, tenantId: TenantId) {
  const [row] = await rowsOf<{ seq: number; hash: string }>(db, HEAD, [tenantId])
  return row ?? null
}

/** Acts that wait to be sealed, in the order in which they happened. */
export async function unsealed(db: Queryable, tenantId: TenantId, limit: number): Promise<readonly NewAuditEvent[]> {
  return (await rowsOf<AuditRow>(db, UNSEALED, [tenantId, limit])).map(recordOf)
}

/** The tenants that have such acts, all of them or the one that is asked for. */
export async function waitingForSeal(db: Queryable, tenantId: TenantId | null): Promise<readonly TenantId[]> {
  return (await rowsOf<{ tenant_id: TenantId }>(db, WAITING, [tenantId])).map(({ tenant_id }) => tenant_id)
}

export const sealAuditEvents = (db: Queryable, tenantId: TenantId, sealed: readonly AuditEvent[]) =>
  countOf(db, SEAL, [
    tenantId,
    JSON.stringify(sealed.map(({ id, seq, prevHash, hash }) => ({ audit_id: id, seq, prev_hash: prevHash, hash }))),
  ])

/** Holds the end of a chain until the transaction ends; without waiting, false where somebody else holds it. */
export async function holdChain(db: Queryable, tenantId: TenantId, wait: boolean): Promise<boolean> {
  const [row] = await rowsOf<{ held: boolean }>(db, wait ? WAIT_FOR_CHAIN : TRY_CHAIN, [tenantId])
  return row?.held ?? false
}
