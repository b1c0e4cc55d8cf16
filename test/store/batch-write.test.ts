import { expect, test } from 'vitest'
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
const nothing = { entries: [], newBets: [], changedBets: [], players: [], notice: '' }

test('a batch whose rows are not where it has locked them writes nothing at all', async () => {
  const into = 'insert into players (tenant_id, player_id, state) values ($1, $2, $3) returning ctid'
  const { rows } = await used.pool.query<{ ctid: string }>(into, [tenant_id, player_id, '{}'])
  const ctid = rows[0]?.ctid ?? ''
  const elsewhere = '(7,1)'
  for (const [wrong, told] of [
    [{ players: [{ ...player, ctid: elsewhere }] }, 'a batch changed 0 of the 1 rows that it had locked'],
    [{ players: [{ ...player, ctid, player_id: event_id }] }, 'a batch changed 0 of the 1 rows that it had locked'],
    [{ players: [{ ...player, ctid }], changedBets: [{ ...bet, ctid: elsewhere }] }, 'a batch changed 0 of the 1'],
  ] as const) {
    await expect(writeBets({ ...nothing, events: [event], ...wrong })?.(used.pool)).rejects.toThrow(told)
    expect((await used.pool.query('select 1 from events')).rowCount).toBe(0)
  }
  await writeBets({ ...nothing, events: [event], players: [{ ...player, ctid }] })?.(used.pool)
  expect((await used.pool.query('select seq, state from players')).rows).toEqual([{ seq: 1, state: { after: true } }])
  expect((await used.pool.query('select 1 from events')).rowCount).toBe(1)
})
