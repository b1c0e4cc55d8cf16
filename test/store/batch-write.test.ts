import { beforeEach, expect, test } from 'vitest'
import type { RowVersion } from '../../src/store/batch/load.ts'
import { writeBets } from '../../src/store/batch/write.ts'
import { useDatabase } from '../helpers/postgres.ts'

const used = useDatabase()

const tenant_id = '01a1fd31-2c87-7623-b3c8-27e8366472d2'
const player_id = '01a1fd31-2c87-7623-b3c8-27e8366472d3'
const event_id = '01a1fd31-2c87-7623-b3c8-27e8366472d4'
const at = Date.UTC(2026, 2, 2)

const event = {
  tenant_id,
  event_id,
  player_id,
  seq: 1,
  type: 'BetAccepted',
  program_id: null,
  external_bet_id: 'bet-1',
  event_at: at,
  at,
  recorded_at: at,
  data: {},
}
const player = { tenant_id, player_id, seq: 1, wake_at: null, state: { after: true } }
const bet = { tenant_id, player_id, external_bet_id: 'bet-1', standing: 'lost', state: { after: true } }
const nothing = { entries: [], newBets: [], changedBets: [], players: [], tenants: [], notice: '' }

beforeEach(() => used.pool.query('truncate players, bets'))

async function versionIn(table: 'players' | 'bets' | 'tenants'): Promise<RowVersion> {
  const { rows } = await used.pool.query<RowVersion>(`select ctid, xmin from ${table}`)
  const [version] = rows
  if (version === undefined) throw new Error(`${table} has a row`)
  return version
}

const storedEvents = async () => (await used.pool.query('select 1 from events')).rowCount

test('a batch that finds another version of a row than it has decided on writes nothing at all', async () => {
  const into = 'insert into players (tenant_id, player_id, state) values ($1, $2, $3)'
  await used.pool.query(into, [tenant_id, player_id, '{}'])
  await used.pool.query('insert into bets values ($1, $2, $3, $4, $5)', [tenant_id, 'bet-1', player_id, 'open', '{}'])
  const version = await versionIn('players')
  const placed = { ...bet, ...(await versionIn('bets')) }
  const by = { xmin: version.xmin }
  const byAnother = { xmin: String(Number(version.xmin) - 1) }
  const first = { ...player, ...by }
  for (const wrong of [
    { players: [{ ...player, ...byAnother }] },
    { players: [{ ...first, player_id: event_id }] },
    { players: [{ ...first, tenant_id: event_id }] },
    { players: [first], changedBets: [{ ...placed, ctid: '(7,1)' }] },
    { players: [first], changedBets: [{ ...placed, ...byAnother }] },
    { players: [first], changedBets: [{ ...placed, external_bet_id: 'bet-2' }] },
    { players: [first], changedBets: [{ ...placed, tenant_id: event_id }] },
    { players: [first], tenants: [{ tenant_id, xmin: version.xmin }] },
  ]) {
    await expect(writeBets({ ...nothing, events: [event], ...wrong })?.(used.pool)).rejects.toMatchObject({
      code: '40001',
      message: 'a batch found 0 of the 1 rows that it had decided on',
    })
    expect(await storedEvents()).toBe(0)
  }
  await writeBets({ ...nothing, events: [event], players: [first], changedBets: [placed] })?.(used.pool)
  expect((await used.pool.query('select standing, state from bets')).rows).toEqual([
    { standing: 'lost', state: { after: true } },
  ])
  expect((await used.pool.query('select seq, state from players')).rows).toEqual([{ seq: 1, state: { after: true } }])
  expect(await storedEvents()).toBe(1)
})

test('a row that another transaction has changed but not committed yet is waited for, and is another one then', async () => {
  await used.pool.query('insert into bets values ($1, $2, $3, $4, $5)', [tenant_id, 'bet-1', player_id, 'open', '{}'])
  const version = await versionIn('bets')
  const other = await used.pool.connect()
  await other.query('begin')
  await other.query(`update bets set standing = 'won'`)
  const events = [{ ...event, event_id: player_id, seq: 2 }]
  const written = writeBets({ ...nothing, events, changedBets: [{ ...bet, ...version }] })?.(used.pool)
  const refused = expect(written).rejects.toMatchObject({ code: '40001' })
  const waiting = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
  await expect.poll(async () => (await used.pool.query(waiting)).rowCount).toBe(1)
  await other.query('commit')
  other.release()
  await refused
  expect((await used.pool.query('select standing from bets')).rows).toEqual([{ standing: 'won' }])
})

test('a write tells the versions that it has made of bets, in the order of its rows', async () => {
  const newBets = ['y', 'x'].map((id) => ({ ...bet, external_bet_id: id, standing: 'open' }))
  const written = await writeBets({ ...nothing, events: [{ ...event, event_id: tenant_id, seq: 3 }], newBets })?.(
    used.pool,
  )
  const versions = 'select xmin, ctid from bets order by external_bet_id desc'
  expect(written?.newBets).toEqual((await used.pool.query<RowVersion>(versions)).rows)
  const changedBets = newBets.map((open, i) => ({ ...open, ...(written?.newBets[i] ?? { xmin: '', ctid: '' }) }))
  const events = [{ ...event, event_id: player_id, seq: 4 }]
  const again = await writeBets({ ...nothing, events, changedBets })?.(used.pool)
  expect(again?.changedBets).toEqual((await used.pool.query<RowVersion>(versions)).rows)
  expect(again?.changedBets).not.toEqual(written?.newBets)
  expect(again?.changedBets[0]?.xmin).toBe(again?.xmin)
})
