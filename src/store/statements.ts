import type { Outcome } from '../core/bet/bet.ts'
import type { EventId, ExternalBetId, TenantId, UserId, Uuid } from '../core/ids.ts'
import type { Instant } from '../core/instant.ts'
import { type Cents, ZERO } from '../core/money.ts'
import type { Odds } from '../core/odds.ts'
import { arraysOf, type Columns, namesOf, sourcesOf } from './batch/binary-rows.ts'
import { settledTooLate } from './open-bets.ts'
import { countOf, isoOf, LONG_MS, longStatement, type Queryable, rowsOf, statement } from './statement.ts'
import { StoreUnavailable, throwFromStore } from './store-unavailable.ts'

/** A bet as the operator's books have it; null is what they do not say. */
export interface StatedBet {
  readonly line: number
  readonly externalBetId: ExternalBetId
  readonly userId: UserId | null
  readonly outcome: StatedOutcome
  readonly stake: Cents | null
  readonly odds: Odds | null
  readonly returned: Cents | null
}

export type StatedOutcome = 'open' | Outcome

export type FindingKind = 'missing' | 'extra' | 'mismatched' | 'stuck_open' | 'repeated'

/** A difference between the operator's books and ours, with what either says. */
export interface Finding {
  readonly kind: FindingKind
  readonly line: number | null
  readonly external_bet_id: ExternalBetId
  readonly event_id: EventId | null
  readonly stated_user_id: UserId | null
  readonly stated_outcome: StatedOutcome | null
  readonly stated_stake: Cents | null
  readonly stated_odds: Odds | null
  readonly stated_returned: Cents | null
  readonly user_id: UserId | null
  /** `unaccepted` is a bet that was rejected. */
  readonly outcome: StatedOutcome | 'unaccepted' | null
  readonly stake: Cents | null
  readonly odds: Odds | null
  readonly returned: Cents | null
  readonly first_line: number | null
}

const LINES = {
  tenant_id: 'uuid',
  statement_id: 'uuid',
  line: 'bigint',
  external_bet_id: 'text',
  user_id: 'text',
  outcome: 'text',
  stake: 'bigint',
  odds: 'bigint',
  returned: 'bigint',
} as const satisfies Columns

const [lines] = sourcesOf(LINES)

const INSERT = statement(
  'statement-insert-lines',
  `insert into statement_lines (${namesOf(LINES)}) select * from ${lines}`,
)

// For the time of the transaction: a million rows take longer and more memory than what the pool is there for.
const PREPARE = statement(
  'statement-prepare',
  `select set_config('statement_timeout', '${LONG_MS}', true), set_config('work_mem', '64MB', true),
          $1::uuid as tenant_id`,
)

const BET = `left join lateral json_to_record(b.state) as s (placement json, settlement json, doubts json) on true
    left join lateral json_to_record(s.placement) as m ("eventId" uuid, stake bigint, odds bigint) on true
    left join lateral json_to_record(s.settlement) as r (returned bigint) on true`

// A bet that was settled too late to move anything is not stuck.
const COMPARE_LINES = longStatement(
  'statement-compare-lines',
  `with numbered as (
     select l.*, row_number() over same as nth, first_value(line) over same as first_line
       from statement_lines l where tenant_id = $1 and statement_id = $2
     window same as (partition by external_bet_id order by line)
   ), held as (
     select n.*, b.standing, b.player_id, p.user_id as own_user_id, m."eventId" as event_id, m.stake as own_stake,
            m.odds as own_odds, r.returned as own_returned, b.standing = 'open' and ${settledTooLate('s.doubts')} as is_closed
       from numbered n
       left join bets b on b.tenant_id = $1 and b.external_bet_id = n.external_bet_id and n.nth = 1
       left join players p on p.tenant_id = b.tenant_id and p.player_id = b.player_id
    ${BET}
   ), judged as (
     select *, case
       when nth > 1 then 'repeated'
       when standing is null or standing = 'unaccepted' then 'missing'
       when standing = 'open' and outcome <> 'open' and not is_closed then 'stuck_open'
       when (standing <> outcome and not is_closed) or user_id <> own_user_id or stake <> own_stake or odds <> own_odds
         or (standing in ('won', 'lost') and returned <> own_returned) then 'mismatched'
     end as kind from held
   ), found as (
     insert into statement_findings
     select tenant_id, statement_id, kind, line, external_bet_id, event_id, player_id, user_id, outcome, stake, odds,
            returned, own_user_id, standing, own_stake, own_odds, own_returned, first_line
       from judged where kind is not null
   )
   select count(*) as lines, count(*) filter (where nth = 1) as bets,
          coalesce(sum(stake) filter (where nth = 1), 0)::bigint as staked,
          coalesce(sum(returned) filter (where nth = 1), 0)::bigint as returned
     from numbered`,
)

// Ids rise with the real time at which they were made: where a range begins is found without an index of its own. Both
// sides are sorted together and not joined: of a tenant that is new the planner expects one bet, and would look through all
// lines for each that is there.
const COMPARE_RANGE = longStatement(
  'statement-compare-range',
  `with ours as materialized (
     select e.external_bet_id, e.event_id, e.player_id, p.user_id, b.standing, m.stake, m.odds, r.returned
       from events e
       join players p on p.tenant_id = e.tenant_id and p.player_id = e.player_id and p.user_id is not null
       join bets b on b.tenant_id = e.tenant_id and b.external_bet_id = e.external_bet_id
    ${BET}
      where e.tenant_id = $1 and e.event_id >= $5 and e.type = 'BetAccepted'
        and e.event_at between $3 and $4 and m."eventId" = e.event_id
   ), both_sides as (
     select *, bool_or(event_id is null) over (partition by external_bet_id) as is_stated
       from (select external_bet_id, event_id, player_id, user_id, standing, stake, odds, returned from ours
              union all
             select external_bet_id, null, null, null, null, null, null, null
               from statement_lines where tenant_id = $1 and statement_id = $2) u
   ), found as (
     insert into statement_findings (tenant_id, statement_id, kind, external_bet_id, event_id, player_id, user_id, outcome,
       stake, odds, returned)
     select $1, $2, 'extra', external_bet_id, event_id, player_id, user_id, standing, stake, odds, returned
       from both_sides where event_id is not null and not is_stated
   )
   select count(*) as bets, coalesce(sum(stake), 0)::bigint as staked, coalesce(sum(returned), 0)::bigint as returned
     from ours`,
)

const COUNTS = longStatement(
  'statement-counts',
  `select kind, count(*) as bets, coalesce(sum(coalesce(stake, stated_stake)), 0)::bigint as staked
     from statement_findings where tenant_id = $1 and statement_id = $2 group by kind`,
)

const FIRST = longStatement(
  'statement-first-findings',
  `select * from (
     select f.*, row_number() over (partition by kind order by line, external_bet_id) as nth
       from statement_findings f where tenant_id = $1 and statement_id = $2) n
    where nth <= $3 order by kind, nth`,
)

// A statement that is sent again finds the same: one open flag of a kind about a bet is enough. The ids rise from the
// first one, of which the last 8 digits are counted up.
const OPEN_FLAGS = longStatement(
  'statement-open-flags',
  `insert into flags (tenant_id, flag_id, player_id, bet_event_id, external_bet_id, type, description, source, flagged_by,
     flagged_at)
   select f.tenant_id, (left($3, 28) || lpad(to_hex(row_number() over (order by f.line, f.external_bet_id)), 8, '0'))::uuid,
          f.player_id, f.event_id, f.external_bet_id, k.type, 'bet ' || f.external_bet_id || ' ' || k.sentence, 'script', $4, $5
     from statement_findings f
     join (values ('missing', 'statement_missing', 'is in the statement and was not accepted here'),
                  ('extra', 'statement_extra', 'was accepted here and is not in the statement'),
                  ('mismatched', 'statement_mismatch', 'is another in the statement than here'),
                  ('stuck_open', 'stuck_open', 'is settled in the statement and open here')) as k (kind, type, sentence)
       using (kind)
    where f.tenant_id = $1 and f.statement_id = $2
      and not exists (select from flags o where o.tenant_id = f.tenant_id and o.external_bet_id = f.external_bet_id
            and o.status = 'open' and o.type = k.type)`,
)

const FORGET_LINES = statement(
  'statement-forget-lines',
  'delete from statement_lines where tenant_id = $1 and statement_id = $2',
)
const FORGET_FINDINGS = statement(
  'statement-forget-findings',
  'delete from statement_findings where tenant_id = $1 and statement_id = $2',
)
const FORGET_OLD_LINES = statement('statement-forget-old-lines', 'delete from statement_lines where statement_id < $1')
const FORGET_OLD_FINDINGS = statement(
  'statement-forget-old-findings',
  'delete from statement_findings where statement_id < $1',
)

/** A statement of a tenant that is being compared. */
export interface StatementKey {
  readonly tenantId: TenantId
  readonly id: Uuid
}

export interface Sums {
  readonly bets: number
  readonly staked: Cents
  readonly returned: Cents
}

export async function insertLines(db: Queryable, key: StatementKey, stated: readonly StatedBet[]): Promise<void> {
  const rows = stated.map((bet) => ({
    tenant_id: key.tenantId,
    statement_id: key.id,
    line: bet.line,
    external_bet_id: bet.externalBetId,
    user_id: bet.userId,
    outcome: bet.outcome,
    stake: bet.stake,
    odds: bet.odds,
    returned: bet.returned,
  }))
  await countOf(db, INSERT, arraysOf(LINES, rows))
}

/**
 * Lets the planner know of the lines; else it would plan for those of the statement before. ANALYZE keeps every other one
 * waiting until its transaction ends: so it needs one of its own, and not the long one that compares.
 */
export const analyzeLines = async (db: Queryable): Promise<void> => {
  await db.query({ text: 'analyze statement_lines' }).catch(throwFromStore)
}

export async function prepareComparison(db: Queryable, { tenantId }: StatementKey): Promise<void> {
  await rowsOf(db, PREPARE, [tenantId])
}

const none: Sums = { bets: 0, staked: ZERO, returned: ZERO }

/**
 * Holds every line against the bet that it names; gives the sums of the lines. Throws `StoreUnavailable` where they are not
 * as many as were kept: a crash of the server takes what is not logged.
 */
export async function compareLines(db: Queryable, { tenantId, id }: StatementKey, kept: number): Promise<Sums> {
  const [found] = await rowsOf<Sums & { readonly lines: number }>(db, COMPARE_LINES, [tenantId, id])
  const { lines, ...sums } = found ?? { lines: 0, ...none }
  if (lines !== kept) throw new StoreUnavailable(`of the ${kept} lines of a statement ${lines} are left`)
  return sums
}

export interface ComparedRange {
  readonly from: Instant
  readonly to: Instant
  /** No event of the range has a smaller id. */
  readonly firstId: EventId
}

/** Finds the accepted bets of a range of event times that no line names; gives the sums of the range. */
export async function compareRange(db: Queryable, { tenantId, id }: StatementKey, range: ComparedRange): Promise<Sums> {
  const { from, to, firstId } = range
  const [sums] = await rowsOf<Sums>(db, COMPARE_RANGE, [tenantId, id, isoOf(from), isoOf(to), firstId])
  return sums ?? none
}

export const findingCounts = (db: Queryable, { tenantId, id }: StatementKey) =>
  rowsOf<{ kind: FindingKind; bets: number; staked: Cents }>(db, COUNTS, [tenantId, id])

/** So many findings of each kind, in the order of the lines. */
export const firstFindings = (db: Queryable, { tenantId, id }: StatementKey, limit: number) =>
  rowsOf<Finding>(db, FIRST, [tenantId, id, limit])

/** Opens a flag for each finding, unless one is open already; gives how many. */
export const flagFindings = (
  db: Queryable,
  { tenantId, id }: StatementKey,
  by: { readonly firstFlagId: Uuid; readonly actor: string; readonly at: Instant },
): Promise<number> => countOf(db, OPEN_FLAGS, [tenantId, id, by.firstFlagId, by.actor, isoOf(by.at)])

export async function forgetStatement(db: Queryable, { tenantId, id }: StatementKey): Promise<void> {
  await countOf(db, FORGET_LINES, [tenantId, id])
  await countOf(db, FORGET_FINDINGS, [tenantId, id])
}

/** Whatever a service that was killed has left behind, of all tenants. */
export async function forgetStatementsBefore(db: Queryable, id: Uuid): Promise<void> {
  await countOf(db, FORGET_OLD_LINES, [id])
  await countOf(db, FORGET_OLD_FINDINGS, [id])
}
