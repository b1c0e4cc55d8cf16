import { describe, expect, test } from 'vitest'
import { operations } from '../../src/contract/operations/index.ts'
import { HOUR_MS } from '../../src/core/instant.ts'
import { makeLog } from '../../src/log.ts'
import { Telemetry } from '../../src/telemetry.ts'
import { place, win } from '../helpers/bets.ts'
import { expectError, expectWrong } from '../helpers/expect-error.ts'
import { gain, openAccount, pendingPayout } from '../helpers/payouts.ts'
import { employ, tokenOf } from '../helpers/people.ts'
import { buy, placement, startService } from '../helpers/service.ts'
import type { StreamReader } from '../helpers/stream-reader.ts'
import { useStreams } from '../helpers/use-streams.ts'

const PATH = '/v1/admin/changes'

const used = useStreams()

/** Opens the stream with the server key, and waits until changes are heard of. */
async function open(query = '', headers: { readonly [name: string]: string } = { 'x-api-key': used.tenant.serverKey }) {
  const reader = await used.read(`${PATH}${query}`, headers)
  await expect.poll(() => reader.dataOf('listening').at(-1)).toEqual({ live: true })
  return reader
}

/** Opens it as a person who has just logged in. */
async function openAs(role: string, email = `${role}@operator.example`): Promise<StreamReader> {
  await employ(used.service, used.tenant, email, { role })
  return open('', { authorization: `Bearer ${await tokenOf(used.service, email)}` })
}

const kindsOf = (stream: StreamReader): ReadonlySet<string> =>
  new Set(stream.dataOf('changed').flatMap(({ kinds }) => kinds))

test('a page is told what kinds of things have changed, and nothing of what they are', async () => {
  await used.start()
  const stream = await openAs('operator_viewer')
  await buy(used.tenant, 'anna')
  await expect.poll(() => kindsOf(stream)).toEqual(new Set(['program', 'webhook', 'act']))
  await place(used.tenant, 'anna', 'b1')
  await win(used.tenant, 'anna', 'b1', 51)
  await expect.poll(() => kindsOf(stream)).toContain('bet')
  for (const { name, data } of stream.events) {
    expect(name).toBeOneOf(['listening', 'changed'])
    expect(Object.keys(data)).toEqual([name === 'changed' ? 'kinds' : 'live'])
  }
})

test('a person has at most 100 at a time, and neither others nor the server key are in their way', async () => {
  await used.start()
  await employ(used.service, used.tenant, 'viewer@operator.example', { role: 'operator_viewer' })
  const headers = { authorization: `Bearer ${await tokenOf(used.service, 'viewer@operator.example')}` }
  const hundred = await Promise.all(Array.from({ length: 100 }, () => used.read(PATH, headers)))
  const refused = await used.service.anybody.get(PATH, headers)
  expectError(refused, 429, 'rate_limited')
  expect(refused.headers.get('retry-after')).toBeNull()
  await openAs('operator_support')
  await open()
  hundred[0]?.close()
  await expect.poll(() => used.read(PATH, headers).then(({ response }) => response.status, String)).toBe(200)
  expectError(await used.service.anybody.get(PATH, headers), 429, 'rate_limited')
})

test('payouts, flags, what people do and what they do to the clock are told', async () => {
  await used.start()
  const stream = await open()
  await openAccount(used.tenant, 'anna')
  await gain(used.tenant, 'anna', 50)
  await pendingPayout(used.tenant, 'anna', 20)
  await expect.poll(() => kindsOf(stream)).toContain('payout')
  expect(kindsOf(stream)).not.toContain('flag')
  const { betEvents } = (await used.tenant.api.get('/v1/admin/bet-events')).body
  await used.tenant.api.post('/v1/admin/reconciliation/flags', { betEventId: betEvents[0].id, description: 'Odd' })
  await expect.poll(() => kindsOf(stream)).toContain('flag')
  expect(kindsOf(stream)).not.toContain('cooldown')
  await used.tenant.api.post('/v1/sandbox/clock/advance', { byHours: 1 })
  await expect.poll(() => kindsOf(stream)).toContain('cooldown')
})

test('nobody hears of other tenants', async () => {
  await used.start()
  const other = await used.service.seed()
  const stream = await open()
  const theirs = await open('', { 'x-api-key': other.serverKey })
  await buy(other, 'anna')
  await expect.poll(() => kindsOf(theirs)).toContain('program')
  expect(stream.dataOf('changed')).toEqual([])
})

test('of one player only what is theirs is told', async () => {
  await used.start()
  const [ofAnna, ofBen, ofAll] = [await open('?userId=anna'), await open('?userId=ben'), await open()]
  await buy(used.tenant, 'anna')
  await expect.poll(() => kindsOf(ofAnna)).toContain('program')
  await expect.poll(() => kindsOf(ofAll)).toContain('program')
  expect(ofBen.dataOf('changed')).toEqual([])
})

test('what another replica stores is heard here', async () => {
  await used.start()
  const stream = await open('?userId=anna')
  const there = await startService({ via: async () => used.service.app.url })
  await buy({ ...used.tenant, api: there.anybody.with({ 'x-api-key': used.tenant.serverKey }) }, 'anna')
  await expect.poll(() => kindsOf(stream)).toContain('program')
  await there.end()
})

test('however much happens, it is told about once a second', async () => {
  await used.start()
  await buy(used.tenant, 'anna')
  const stream = await open()
  const begun = performance.now()
  for (let batch = 0; batch < 10; batch += 1) {
    const bets = Array.from({ length: 100 }, (_, i) => placement('anna', `${batch} ${i}`, { stakeAmount: 1 }))
    await used.tenant.api.post('/v1/bets/batch', { bets })
  }
  await expect.poll(() => kindsOf(stream)).toContain('bet')
  const seconds = (performance.now() - begun) / 1000
  // The first at once, and then one for each second that was begun.
  expect(stream.dataOf('changed').length).toBeLessThanOrEqual(Math.ceil(seconds) + 1)
})

test('it is an event stream that nobody keeps or holds back, and shows that it is alive', async () => {
  await used.start()
  const stream = await open()
  expect(stream.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  expect(stream.response.headers.get('cache-control')).toContain('no-store')
  expect(stream.retryMs).toBe(3000)
  await expect.poll(() => stream.comments).toBeGreaterThan(2)
  expect(stream.ended).toBe(false)
})

describe('it ends', () => {
  const expectEnd = async (stream: StreamReader): Promise<void> => {
    await expect.poll(() => stream.ended).toBe(true)
    expect(stream.names.at(-1)).toBe('session_ended')
  }

  test('when the session of its reader expires', async () => {
    await used.start()
    const stream = await openAs('operator_viewer')
    used.service.app.clock.forward(HOUR_MS - 1)
    await stream.alive()
    expect(stream.ended).toBe(false)
    used.service.app.clock.forward(1)
    await expectEnd(stream)
  })

  test('when they log out', async () => {
    await used.start()
    await employ(used.service, used.tenant, 'ann@operator.example')
    const authorization = `Bearer ${await tokenOf(used.service, 'ann@operator.example')}`
    const stream = await open('', { authorization })
    const other = await openAs('operator_admin')
    expect((await used.service.anybody.with({ authorization }).post('/v1/auth/logout', {})).status).toBe(200)
    await expectEnd(stream)
    expect(other.ended).toBe(false)
  })

  test('when they are removed', async () => {
    await used.start()
    const stream = await openAs('operator_support')
    const { admins } = (await used.tenant.api.get('/v1/admin/admins')).body
    await used.tenant.api.ask('DELETE', `/v1/admin/admins/${admins[0].id}`)
    await expectEnd(stream)
  })

  test('with its reader', async () => {
    const telemetry = new Telemetry(makeLog('silent'))
    await used.start({ edge: () => ({ tickMs: 10, telemetry }) })
    const stream = await open()
    expect((await telemetry.metrics()).text).toContain('event_streams_open 1')
    stream.close()
    await expect.poll(async () => (await telemetry.metrics()).text).toContain('event_streams_open 0')
  })
})

test('while nothing is heard of the database it says so, and that it is again', async () => {
  await used.start()
  const stream = await open()
  await used.service.app.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query = 'listen changes'`,
  )
  await expect.poll(() => stream.dataOf('listening').slice(2)).toEqual([{ live: false }, { live: true }])
  await buy(used.tenant, 'anna')
  await expect.poll(() => kindsOf(stream)).toContain('program')
})

test('it is for who may read all that it can tell of', async () => {
  await used.start()
  expectError(await used.tenant.publicApi.get(PATH), 403, 'forbidden')
  expectError(await used.service.anybody.get(PATH), 401, 'unauthorized')
  expectWrong(await used.tenant.api.get(`${PATH}?userId=`), 'userId')
  const { getTimeline, listPayouts, listBetEvents, listFlags, listDeliveries, listAuditEvents } = operations
  for (const reading of [getTimeline, listPayouts, listBetEvents, listFlags, listDeliveries, listAuditEvents]) {
    expect(reading.access).toBe(operations.streamChanges.access)
  }
})
