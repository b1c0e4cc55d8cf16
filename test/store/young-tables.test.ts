import { randomUUID } from 'node:crypto'
import type { PoolClient } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EventId, TenantId, UserId } from '../../src/core/ids.ts'
import { instant } from '../../src/core/instant.ts'
import { chainAfter, listAuditEvents } from '../../src/store/audit.ts'
import { listBetRecords } from '../../src/store/bet-records.ts'
import { findParcel, listDeliveries } from '../../src/store/deliveries.ts'
import { listFlags } from '../../src/store/flags.ts'
import { countChallenges } from '../../src/store/overview.ts'
import { listPayouts } from '../../src/store/payouts.ts'
import { listPlayers } from '../../src/store/player-list.ts'
import type { Queryable } from '../../src/store/statement.ts'
import { usageNow } from '../../src/store/usage.ts'
import { listBookings } from '../../src/store/user-data.ts'
import { useDatabase } from '../helpers/postgres.ts'

// When the database looked last, the tables were empty; then rows came, and it did not look again yet. No read may go through all
// of one table for each row of another then, neither by a plan that was kept since, nor by one that is made now.

const used = useDatabase()
const tenantId = randomUUID() as TenantId
const ROWS = 2_000
/** From the sixth time on a plan for all values may be kept. */
const TRIES = 6
const page = { limit: 50, cursor: null }

type Read = (db: Queryable) => Promise<{ readonly length: number }>
const reads: readonly (readonly [string, number, Read])[] = [
  ['players', 50, async (db) => (await listPlayers(db, { tenantId }, page)).items],
  [
    'players with a challenge',
    50,
    async (db) => (await listPlayers(db, { tenantId, running: 'challenge' }, page)).items,
  ],
  [
    'those of them who are sought',
    50,
    async (db) => (await listPlayers(db, { tenantId, running: 'challenge', search: 'user-1' }, page)).items,
  ],
  ['bet events', 50, async (db) => (await listBetRecords(db, { tenantId }, page)).items],
  ['payouts', 50, async (db) => (await listPayouts(db, { tenantId }, page)).items],
  ['deliveries', 50, async (db) => (await listDeliveries(db, tenantId, undefined, page)).items],
  ['flags', 50, async (db) => (await listFlags(db, { tenantId }, page)).items],
  ['acts', 50, async (db) => (await listAuditEvents(db, { tenantId }, page)).items],
  ['a slice of the chain', 500, (db) => chainAfter(db, tenantId, 0, ROWS, 500)],
  ['bookings of a user', 50, async (db) => (await listBookings(db, tenantId, 'user-1' as UserId, page)).items],
  ['challenges by their terms', 1, (db) => countChallenges(db, tenantId)],
  ['what a tenant uses', 1, async (db) => [await usageNow(db, tenantId)]],
]

const TABLES = 'players programs events ledger_entries payouts deliveries flags audit_events'.split(' ')

/** A connection that has read all of it while there was nothing, and one that has not. */
let kept: PoolClient
let fresh: PoolClient
let deliveryId = randomUUID() as EventId
const parcel: Read = async (db) =>
  [await findParcel(db, tenantId, deliveryId, instant(0))].filter((one) => one !== null)

beforeAll(async () => {
  for (const table of TABLES) await used.pool.query(`alter table ${table} set (autovacuum_enabled = off)`)
  await used.pool.query('vacuum analyze')
  kept = await used.pool.connect()
  for (const read of [parcel, ...reads.map(([, , each]) => each)]) {
    for (let i = 0; i < TRIES; i += 1) await read(kept)
  }
  await used.pool.query({ text: SEED, values: [tenantId, ROWS] })
  await used.pool.query(SEAL)
  await used.pool.query(BUSY)
  fresh = await used.pool.connect()
  const { rows } = await fresh.query<{ event_id: EventId }>('select event_id from deliveries limit 1')
  deliveryId = rows[0]?.event_id ?? deliveryId
})
afterAll(() => {
  kept.release()
  fresh.release()
})

/** Everybody has one of everything. */
const SEED = `
  with one as materialized (select n, gen_random_uuid() as id from generate_series(1, $2::int) n),
       made_players as (insert into players (tenant_id, player_id, user_id, state)
         select $1::uuid, id, 'user-' || n, '{}' from one),
       made_programs as (insert into programs (tenant_id, program_id, player_id, kind, status, started_at, state)
         select $1, id, id, 'challenge', 'active', now(), '{"terms": "t"}' from one),
       made_events as (insert into events (tenant_id, event_id, player_id, seq, type, program_id, external_bet_id, at,
           recorded_at, data)
         select $1, id, id, 1, 'BetAccepted', id, 'bet-' || n, now(), now(), '{"report": {}}' from one),
       made_entries as (insert into ledger_entries (tenant_id, event_id, line, program_id, debit, credit, amount)
         select $1, id, 0, id, 'available', 'reserved', 100 from one),
       made_payouts as (insert into payouts (tenant_id, payout_id, player_id, program_id, status, payout)
         select $1, id, id, id, 'pending', jsonb_build_object('id', id) from one),
       made_deliveries as (insert into deliveries (tenant_id, event_id, player_id, seq, type)
         select $1, id, id, 1, 'challenge.activated' from one),
       made_flags as (insert into flags (tenant_id, flag_id, player_id, type, description, status, source, flagged_by,
           flagged_at)
         select $1, id, id, 'operator', 'Look', case n % 100 when 0 then 'open' else 'resolved' end, 'operator', 'me', now() from one),
       made_acts as (insert into audit_events (tenant_id, audit_id, actor, action, target, player_id, at)
         select $1, id, 'server_key', 'bet.settled', 'bet:1', id, now() from one)
  insert into tenants (tenant_id, name, environment, currency, settings, plan, created_at)
  values ($1, 'Young', 'production', 'EUR', '{}', '{}', now())`

const SEAL = `update audit_events a set seq = nth, prev_hash = '', hash = ''
  from (select audit_id, row_number() over () as nth from audit_events) o where o.audit_id = a.audit_id`

/** One user has a hundred events more than all others. */
const BUSY = `
  with more as materialized (select n, gen_random_uuid() as id from generate_series(2, 101) n),
       made_entries as (insert into ledger_entries (tenant_id, event_id, line, program_id, debit, credit, amount)
         select tenant_id, more.id, 0, player_id, 'available', 'reserved', 100 from players, more where user_id = 'user-1')
  insert into events (tenant_id, event_id, player_id, seq, type, at, recorded_at, data)
  select tenant_id, more.id, player_id, n, 'ChallengeActivated', now(), now(), '{}' from players, more where user_id = 'user-1'`

/** How many rows a read looked at, and how many it gave. */
async function lookedAt(db: PoolClient, read: Read): Promise<{ found: number; looked: number }> {
  const rows = async (): Promise<number> =>
    (
      await db.query(
        'select sum(idx_tup_fetch + seq_tup_read)::int as count from pg_stat_xact_user_tables where seq_tup_read is not null',
      )
    ).rows[0].count
  await db.query('begin')
  const before = await rows()
  const found = (await read(db)).length
  const looked = (await rows()) - before
  await db.query('rollback')
  return { found, looked }
}

test.each(reads)('%s', async (_, expected, read) => {
  for (const db of [kept, fresh]) {
    const { found, looked } = await lookedAt(db, read)
    expect(found).toBe(expected)
    expect(looked).toBeGreaterThanOrEqual(expected)
    // Each table a few times at most; for each row of a page all of another would be a hundred thousand.
    expect(looked).toBeLessThan(8 * ROWS)
  }
})

test('a delivery is put together by keys alone', async () => {
  for (const db of [kept, fresh]) {
    const { found, looked } = await lookedAt(db, parcel)
    expect(found).toBe(1)
    expect(looked).toBeLessThan(100)
  }
})
