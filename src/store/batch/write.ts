import { tellListeners } from '../player-notices.ts'
import { type Queryable, rowsOf, statement } from '../statement.ts'
import { arraysOf, type Columns, namesOf, type RowOf, sourcesOf } from './binary-rows.ts'
import type { RowVersion } from './load.ts'

const EVENTS = {
  tenant_id: 'uuid',
  event_id: 'uuid',
  player_id: 'uuid',
  seq: 'bigint',
  type: 'text',
  program_id: 'uuid',
  external_bet_id: 'text',
  event_at: 'timestamptz',
  at: 'timestamptz',
  recorded_at: 'timestamptz',
  data: 'json',
} as const satisfies Columns

const ENTRIES = {
  tenant_id: 'uuid',
  event_id: 'uuid',
  line: 'smallint',
  program_id: 'uuid',
  debit: 'text',
  credit: 'text',
  amount: 'bigint',
} as const satisfies Columns

const BETS = {
  tenant_id: 'uuid',
  external_bet_id: 'text',
  player_id: 'uuid',
  standing: 'text',
  state: 'json',
} as const satisfies Columns

// A row that is changed has to be the version that the batch has decided on: what was not locked may be another one by
// now. The batch knows where its bets lie: a look-up less for each. That their keys are the same is asked in words that no
// index answers, so that the place is the only way there. Players are looked up all the same, for only who comes by way of
// an index clears away the versions before: without that their pages fill up, and each change needs entries in all indexes.

const CHANGED_BETS = { xmin: 'xid', ctid: 'tid', ...BETS } as const satisfies Columns

const PLAYERS = {
  xmin: 'xid',
  tenant_id: 'uuid',
  player_id: 'uuid',
  seq: 'bigint',
  wake_at: 'timestamptz',
  state: 'json',
} as const satisfies Columns

const TENANTS = { tenant_id: 'uuid', xmin: 'xid' } as const satisfies Columns

const TABLES = [CHANGED_BETS, PLAYERS, TENANTS, EVENTS, ENTRIES, BETS] as const
const [changedBets, players, tenants, events, entries, newBets] = sourcesOf(...TABLES)
/** The number of the parameter behind those of the first so many tables. */
const behind = (count: number): number => TABLES.slice(0, count).flatMap((columns) => Object.keys(columns)).length + 1
const wantedBets = `cardinality($${behind(0)}::xid[])`
const wantedPlayers = `cardinality($${behind(1)}::xid[])`
const wantedTenants = `cardinality($${behind(2)}::uuid[])`
const notice = `$${behind(TABLES.length)}::text`

// What nearly every batch writes, in one statement: each statement more costs server and client some 50 microseconds and
// a switch between them. A bet that another batch placed meanwhile violates the key of `bets`, and a row or a tenant that is
// another than the batch has decided on fails it, too.
const WRITE_BETS = statement(
  'batch-write-bets',
  `with new_events as (
     insert into events (${namesOf(EVENTS)}) select * from ${events}
   ), new_entries as (
     insert into ledger_entries (${namesOf(ENTRIES)}) select * from ${entries}
   ), new_bets as (
     insert into bets (${namesOf(BETS)}) select * from ${newBets}
     returning ctid
   ), changed_bets as (
     update bets b set player_id = r.player_id, standing = r.standing, state = r.state
       from ${changedBets}
      where b.xmin = r.xmin and b.ctid = r.ctid
        and (b.tenant_id, b.external_bet_id) is not distinct from (r.tenant_id, r.external_bet_id)
     returning b.ctid
   ), changed_players as (
     update players p set seq = r.seq, wake_at = r.wake_at, state = r.state
       from ${players}
      where p.tenant_id = r.tenant_id and p.player_id = r.player_id and p.xmin = r.xmin
     returning 1
   ), told as (
     ${tellListeners(notice)}
   )
   -- In this order: players before bets, as they are locked.
   select expect_all((select count(*) from changed_players), ${wantedPlayers}),
          expect_all((select count(*) from changed_bets), ${wantedBets}),
          expect_all((select count(*) from ${tenants} join tenants t using (tenant_id) where t.xmin = r.xmin), ${wantedTenants}),
          -- A part that nobody reads from would not be run.
          (select count(*) from told),
          pg_current_xact_id()::xid as xmin,
          (select array_agg(ctid)::text from changed_bets) as changed_bets,
          (select array_agg(ctid)::text from new_bets) as new_bets`,
)

// Who holds a row that is known is about to change it: to wait for them would be in vain, and with locks held, which are
// out of order then, two batches could wait in a ring until the database looks for one, which it does after a second.
const WAIT_BRIEFLY = statement('batch-wait-briefly', "set local lock_timeout = '5ms'")
const WAIT_AS_EVER = statement('batch-wait-as-ever', 'set local lock_timeout to default')

/** From here on the transaction waits 5 ms for the locks of others, and then fails. */
export const waitBriefly = (db: Queryable) => rowsOf(db, WAIT_BRIEFLY, [])
/** From here on it waits for them as long as ever. */
export const waitAsEver = (db: Queryable) => rowsOf(db, WAIT_AS_EVER, [])

/** Events with their ledger entries, the bets as they now stand, and the players' snapshots. */
export interface BetRows {
  readonly events: readonly RowOf<typeof EVENTS>[]
  readonly entries: readonly RowOf<typeof ENTRIES>[]
  readonly newBets: readonly RowOf<typeof BETS>[]
  readonly changedBets: readonly RowOf<typeof CHANGED_BETS>[]
  readonly players: readonly RowOf<typeof PLAYERS>[]
  /** The tenants that were decided on as they were known. */
  readonly tenants: readonly RowOf<typeof TENANTS>[]
  /** Says to whoever listens which players these are. */
  readonly notice: string
}

/** The versions that a write has made of its bets, in the order in which it was given them; `xmin` is that of all rows. */
export interface Written {
  readonly xmin: string
  readonly changedBets: readonly RowVersion[]
  readonly newBets: readonly RowVersion[]
}

interface WrittenRow {
  readonly xmin: string
  readonly changed_bets: string | null
  readonly new_bets: string | null
}

/** Null where there is nothing to write. */
export function writeBets(rows: BetRows): ((db: Queryable) => Promise<Written>) | null {
  if (rows.events.length === 0) return null
  const values = [
    ...arraysOf(CHANGED_BETS, rows.changedBets),
    ...arraysOf(PLAYERS, rows.players),
    ...arraysOf(TENANTS, rows.tenants),
    ...arraysOf(EVENTS, rows.events),
    ...arraysOf(ENTRIES, rows.entries),
    ...arraysOf(BETS, rows.newBets),
    rows.notice,
  ]
  return async (db) => {
    const [row] = await rowsOf<WrittenRow>(db, WRITE_BETS, values)
    if (row === undefined) throw new Error('a query without FROM gives a row')
    const { xmin, changed_bets, new_bets } = row
    const versions = (ctids: string | null) => placesIn(ctids).map((ctid) => ({ xmin, ctid }))
    return { xmin, changedBets: versions(changed_bets), newBets: versions(new_bets) }
  }
}

/** The places in an array as PostgreSQL writes it: {"(0,1)","(0,2)"}. */
const placesIn = (ctids: string | null): readonly string[] => (ctids === null ? [] : ctids.slice(2, -2).split('","'))
