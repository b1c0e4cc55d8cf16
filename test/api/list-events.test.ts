import { beforeAll, expect, test } from 'vitest'
import { listEvents } from '../../src/contract/operations/webhooks.ts'
import { expectWrong } from '../helpers/expect-error.ts'
import { buy } from '../helpers/service.ts'
import { NO_ID, testAccess, testPages } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'

const used = useService()
const ask = (query = '') => used.tenant.api.get(`/v1/admin/events?${query}`)
const typesOf = (events: readonly { eventType: string }[]) => events.map(({ eventType }) => eventType)

beforeAll(async () => {
  await buy(used.tenant, 'anna')
  await used.tenant.api.post('/v1/users/anna/challenge/cancel', { confirm: true })
  await buy(used.tenant, 'ben')
})

test('everything that was told is listed, the oldest first, with its data', async () => {
  const { events } = (await ask()).body
  expect(typesOf(events)).toEqual(['challenge.activated', 'challenge.cancelled', 'challenge.activated'])
  expect(events[1]).toEqual({
    eventId: expect.any(String),
    eventType: 'challenge.cancelled',
    userId: 'anna',
    timestamp: '2026-03-02T12:00:00.000Z',
    data: { challengeId: expect.any(String), ownStakeForfeited: 20, bonusVoided: 80, finalBalance: 100 },
  })
})

test('a receiver that was away asks for what came after the last event that it has', async () => {
  const { events } = (await ask()).body
  expect((await ask(`after=${events[0].eventId}`)).body).toMatchObject({ events: events.slice(1), nextCursor: null })
  const first = (await ask('limit=2')).body
  expect((await ask(`after=${first.nextCursor}`)).body.events).toEqual(events.slice(2))
})

test('its pages follow each other by their cursors as those of every list do', async () => {
  const { events } = (await ask()).body
  const first = (await ask('limit=1')).body
  const second = (await ask(`limit=1&cursor=${first.nextCursor}`)).body
  expect(second.events).toEqual(events.slice(1, 2))
  const goingOn = (await ask(`limit=1&after=${events[0].eventId}&cursor=${second.nextCursor}`)).body
  expect(goingOn).toMatchObject({ events: events.slice(2), nextCursor: null })
})

test('what stands behind a transaction that is still open is waited for', async () => {
  const tenant = await used.service.seed()
  const client = await used.service.app.pool.connect()
  await client.query('begin')
  await client.query('select pg_current_xact_id()')
  await buy(tenant, 'anna')
  const { rows } = await used.service.app.pool.query('select clock_timestamp()::text as now')
  const asked = tenant.api.get('/v1/admin/events')
  await expect.poll(() => lookersFor('%pg_snapshot_xmin%as behind', rows[0].now)).toBeGreaterThan(0)
  await client.query('commit')
  client.release()
  expect((await asked).body.events).toMatchObject([{ eventType: 'challenge.activated', userId: 'anna' }])
})

test('what stands behind one that stays open is left for the next time, or something before it would be missed', async () => {
  const tenant = await used.service.seed()
  await buy(tenant, 'anna')
  const client = await used.service.app.pool.connect()
  await client.query('begin')
  await client.query('select pg_current_xact_id()')
  await buy(tenant, 'ben')
  const [first, ...more] = (await tenant.api.get('/v1/admin/events')).body.events
  expect([first.userId, ...more]).toEqual(['anna'])
  await client.query('commit')
  client.release()
  const { events } = (await tenant.api.get(`/v1/admin/events?after=${first.eventId}`)).body
  expect(events).toMatchObject([{ userId: 'ben' }])
})

/** Connections of this database whose latest statement is such a one, begun since. */
async function lookersFor(statement: string, since: string): Promise<number> {
  const { rowCount } = await used.service.app.pool.query(
    `select 1 from pg_stat_activity
      where datname = current_database() and query like $1 and query_start > $2 and pid <> pg_backend_pid()`,
    [statement, since],
  )
  return rowCount ?? 0
}

test('after names an event', async () => expectWrong(await ask('after=yesterday'), 'after'))

test('after names one that was told: whoever asks with another would believe that nothing was missed', async () => {
  const other = await used.service.seed()
  await buy(other, 'anna')
  const [theirs] = (await other.api.get('/v1/admin/events')).body.events
  const ping = await used.tenant.api.post('/v1/admin/webhook-deliveries/ping')
  for (const id of [NO_ID, theirs.eventId, ping.body.eventId]) expectWrong(await ask(`after=${id}`), 'after')
})

test('after the last one there is nothing', async () => {
  const { events } = (await ask()).body
  expect((await ask(`after=${events.at(-1).eventId}`)).body).toMatchObject({ events: [], nextCursor: null })
})

test('what had fallen due stands before what found it done: a player is told the end, then the new start', async () => {
  const tenant = await used.service.seed()
  await buy(tenant, 'anna')
  used.service.app.clock.forward(32 * 86_400_000)
  await buy(tenant, 'anna')
  const { events } = (await tenant.api.get('/v1/admin/events')).body
  const inOrder = ['challenge.activated', 'challenge.expiring_soon', 'challenge.failed', 'challenge.activated']
  expect(typesOf(events)).toEqual(inOrder)
  for (const [i, { eventId }] of events.entries()) {
    expect(typesOf((await tenant.api.get(`/v1/admin/events?after=${eventId}&limit=2`)).body.events)).toEqual(
      inOrder.slice(i + 1, i + 3),
    )
  }
})

testPages(ask, ({ events }) => events)
testAccess(used, listEvents)
