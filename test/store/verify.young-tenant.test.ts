import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import type { ExternalBetId, PlayerId, TenantId } from '../../src/core/ids.ts'
import { withTransaction } from '../../src/store/database.ts'
import type { Queryable } from '../../src/store/statement.ts'
import * as verify from '../../src/store/verify.ts'
import { useDatabase } from '../helpers/postgres.ts'

// The database plans by what it knew when it looked last. Of a tenant that came since, or of all of them after a crash or a
// restore, it expects a single row: the verification must not look through all of the tenant for each of its rows then.

const used = useDatabase()
const YOUNG = randomUUID() as TenantId
const PLAYERS = 50
/** Few enough beside those of the other tenant for the database not to look again by itself. */
const EVENTS = 1_500

let players: PlayerId[]
let bets: ExternalBetId[]
beforeAll(async () => {
  await fill(randomUUID(), 20_000)
  await used.pool.query('analyze players, events, ledger_entries, bets')
  await fill(YOUNG, EVENTS)
  const rows = await used.pool.query('select player_id from players where tenant_id = $1', [YOUNG])
  players = rows.rows.map(({ player_id }) => player_id)
  bets = Array.from({ length: EVENTS }, (_, nth) => `bet-${nth + 1}` as ExternalBetId)
})

/** Players with events, each of another bet and with one entry. */
async function fill(tenantId: string, events: number): Promise<void> {
  await used.pool.query({
    text: `with p as materialized (select n, gen_random_uuid() as id from generate_series(0, ${PLAYERS - 1}) as g (n)),
           e as materialized (select g.n, p.id as player_id, gen_random_uuid() as id
              from generate_series(1, $2) as g (n) join p on p.n = g.n % ${PLAYERS}),
           made_players as (insert into players (tenant_id, player_id, user_id, state)
             select $1, id, 'user-' || n, '{}' from p),
           made_bets as (insert into bets (tenant_id, external_bet_id, player_id, standing, state)
             select $1, 'bet-' || n, player_id, 'open', '{}' from e),
           made_entries as (insert into ledger_entries (tenant_id, event_id, line, program_id, debit, credit, amount)
             select $1, id, 0, player_id, 'available', 'reserved', 100 from e)
           insert into events (tenant_id, event_id, player_id, seq, type, external_bet_id, at, recorded_at, data)
           select $1, id, player_id, n, 'BetAccepted', 'bet-' || n, now(), now(), '{}' from e`,
    values: [tenantId, events],
  })
}

/** How many rows of tables this connection has looked at, with what it has not told the statistics yet. */
async function rowsLookedAt(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ count: number }>({
    text: 'select coalesce(sum(idx_tup_fetch + seq_tup_read), 0)::int as count from pg_stat_xact_user_tables',
  })
  return rows[0]?.count ?? 0
}

/** How many rows a part of the verification looked at, and how many it found. */
const lookedAt = (part: (db: Queryable) => Promise<readonly unknown[]>) =>
  withTransaction(used.pool, async (db) => {
    await verify.beginVerification(db)
    const before = await rowsLookedAt(db)
    const found = await part(db)
    return { found: found.length, looked: (await rowsLookedAt(db)) - before }
  })

test.each<[string, number, (db: Queryable) => Promise<readonly unknown[]>]>([
  ['the events of players', EVENTS, (db) => verify.eventsOfPlayers(db, YOUNG, players)],
  ['their entries', EVENTS, (db) => verify.entriesOfPlayers(db, YOUNG, players)],
  ['their bets', EVENTS, (db) => verify.betsOfPlayers(db, YOUNG, players, bets)],
  ['the events of a single player', EVENTS / PLAYERS, (db) => verify.eventsOfPlayers(db, YOUNG, players.slice(0, 1))],
  ['entries without an event', 0, (db) => verify.beginWhole(db).then(() => verify.orphanEntries(db, YOUNG))],
  ['events without a player', 0, (db) => verify.beginWhole(db).then(() => verify.orphanedEvents(db, YOUNG))],
  ['bets without an event', 0, (db) => verify.beginWhole(db).then(() => verify.orphanedBets(db, YOUNG))],
])('%s', async (_, expected, part) => {
  const { found, looked } = await lookedAt(part)
  expect(found).toBe(expected)
  expect(looked).toBeGreaterThanOrEqual(expected)
  // Two tables from one end to the other at most; for each row of one all of the other would be a million.
  expect(looked).toBeLessThan(50_000)
})
