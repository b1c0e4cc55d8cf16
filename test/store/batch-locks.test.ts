import type pg from 'pg'
import { expect, test } from 'vitest'
import type { ExternalBetId, PlayerId, TenantId, UserId } from '../../src/core/ids.ts'
import { lockBets, lockPlayers, type RowVersion } from '../../src/store/batch/load.ts'
import { useDatabase } from '../helpers/postgres.ts'

const used = useDatabase()

const tenantId = '01a1fd31-2c87-7623-b3c8-27e8366472d2' as TenantId
const id = '01a1fd31-2c87-7623-b3c8-27e8366472d3' as PlayerId
const player = { tenantId, userId: 'anna' as UserId, known: undefined }
const bet = { tenantId, externalBetId: 'b1' as ExternalBetId }

const waiting = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"

/** What `lock` gives when it had to wait for a transaction that does `change`. */
async function lockedBehind<Row>(change: string, lock: (db: pg.PoolClient) => Promise<readonly Row[]>) {
  const [other, own] = [await used.pool.connect(), await used.pool.connect()]
  try {
    await other.query('begin')
    await other.query(change)
    await own.query('begin')
    const locked = lock(own)
    await expect.poll(async () => (await used.pool.query(waiting)).rowCount).toBe(1)
    await other.query('commit')
    const rows = await locked
    await own.query('rollback')
    return rows
  } finally {
    other.release()
    own.release()
  }
}

const versionOf = async (table: string) =>
  (await used.pool.query<RowVersion>(`select ctid, xmin from ${table}`)).rows[0]

test('a lock that had to wait gives the row as it was left, and where it lies by then', async () => {
  await used.pool.query('insert into players (tenant_id, player_id, user_id, seq, state) values ($1, $2, $3, 1, $4)', [
    tenantId,
    id,
    player.userId,
    '{"left":"before"}',
  ])
  await used.pool.query('insert into bets values ($1, $2, $3, $4, $5)', [
    tenantId,
    'b1',
    id,
    'open',
    '{"left":"before"}',
  ])
  const before = [await versionOf('players'), await versionOf('bets')]
  const players = await lockedBehind(`update players set seq = 2, state = '{"left":"after"}'`, (db) =>
    lockPlayers(db, [{ ...player, known: { id, seq: 1, xmin: before[0]?.xmin ?? '' } }]),
  )
  expect(players).toEqual([
    { place: 0, xmin: (await versionOf('players'))?.xmin, player_id: id, seq: 2, state: { left: 'after' } },
  ])
  const bets = await lockedBehind(`update bets set standing = 'lost', state = '{"left":"after"}'`, (db) =>
    lockBets(db, [bet]),
  )
  expect(bets).toEqual([
    { place: 0, ...(await versionOf('bets')), player_id: id, standing: 'lost', state: { left: 'after' } },
  ])
  expect([players[0]?.xmin, bets[0]?.ctid]).not.toEqual([before[0]?.xmin, before[1]?.ctid])
})

test('a player who became somebody else while the lock waited is not given', async () => {
  const players = await lockedBehind("update players set user_id = 'somebody else'", (db) => lockPlayers(db, [player]))
  expect(players).toEqual([])
})
