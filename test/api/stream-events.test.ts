import { get } from 'node:http'
import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { HOUR_MS } from '../../src/core/instant.ts'
import { makeLog } from '../../src/log.ts'
import { Telemetry } from '../../src/telemetry.ts'
import { cancel, eventsOf, place, progressOf, win } from '../helpers/bets.ts'
import type { ApiClient } from '../helpers/client.ts'
import { expectError, expectWrong } from '../helpers/expect-error.ts'
import { buy, placement } from '../helpers/service.ts'
import { type StreamReader, streamPath, streamToken } from '../helpers/stream-reader.ts'
import { useStreams } from '../helpers/use-streams.ts'

const used = useStreams()

async function open(userId: string, more = '', headers = {}): Promise<StreamReader> {
  return used.read(streamPath(await streamToken(used.tenant, userId), userId, more), headers)
}

const withoutCorrelation = ({ correlationId, ...body }: { correlationId: string }) => body

test('a player sees where they stand, and then everything as it happens', async () => {
  await used.start()
  const stream = await open('anna')
  expect((await stream.nth('progress')).data).toMatchObject({ type: 'none', correlationId: expect.any(String) })
  await buy(used.tenant, 'anna')
  await place(used.tenant, 'anna', 'b1')
  await win(used.tenant, 'anna', 'b1', 51)
  await stream.nth('bet', 2)
  await expect
    .poll(() => withoutCorrelation(stream.events.at(-1)?.data))
    .toEqual(withoutCorrelation(await progressOf(used.tenant, 'anna')))
  const told = stream.events.filter(({ name }) => name !== 'progress')
  expect(told.map(({ id, name }) => [id, name])).toEqual([
    [1, 'challenge.activated'],
    [2, 'bet'],
    [3, 'bet'],
  ])
  expect(told.slice(1).map(({ data }) => data)).toEqual(await eventsOf(used.tenant, 'anna'))
  // That list waits for whatever else is under way on the server of the database.
  await expect.poll(async () => (await used.tenant.api.get('/v1/admin/events')).body.events).toEqual([told[0]?.data])
})

test('it is an event stream that nobody keeps or holds back', async () => {
  await used.start()
  const stream = await open('anna')
  expect(stream.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  expect(stream.response.headers.get('cache-control')).toBe('no-store, no-transform')
  expect(stream.response.headers.get('x-accel-buffering')).toBe('no')
  expect(stream.response.headers.get('x-correlation-id')).toMatch(/./)
  await stream.nth('progress')
  expect(stream.retryMs).toBe(3000)
})

test('numbers are those that webhooks carry, and never fall', async () => {
  await used.start()
  const stream = await open('anna')
  await buy(used.tenant, 'anna')
  await place(used.tenant, 'anna', 'b1')
  await cancel(used.tenant, 'anna')
  const { id, data } = await stream.nth('challenge.cancelled')
  const { rows } = await used.service.app.pool.query('select seq from outbox where event_id = $1', [data.eventId])
  expect(rows).toEqual([{ seq: id }])
  const ids = stream.events.map((event) => event.id)
  expect(ids).toEqual(ids.toSorted((a, b) => a - b))
})

test('what is set off by time is told, too', async () => {
  await used.start()
  await buy(used.tenant, 'anna')
  const stream = await open('anna')
  await stream.nth('progress')
  await used.tenant.api.post('/v1/sandbox/clock/advance', { byHours: 31 * 24 })
  expect((await stream.nth('challenge.failed')).data.data.reason).toBe('insufficient_active_days')
  expect((await stream.nth('progress', 2)).data.type).toBe('none')
  expect(stream.names.indexOf('challenge.expiring_soon')).toBeLessThan(stream.names.indexOf('challenge.failed'))
})

test('a test clock that is moved is told to whoever looks, though nothing else has happened', async () => {
  await used.start()
  await buy(used.tenant, 'anna')
  const other = await used.service.seed()
  const theirs = await used.read(streamPath(await streamToken(other, 'anna'), 'anna'))
  await theirs.nth('progress')
  const stream = await open('anna')
  await stream.nth('progress')
  await used.tenant.api.post('/v1/sandbox/clock/advance', { byHours: 25 })
  const { id, data } = await stream.nth('progress', 2)
  expect(id).toBe(1)
  expect(data).toMatchObject({ type: 'challenge', daysElapsed: 1, asOf: '2026-03-03T13:00:00.000Z' })
  await place(used.tenant, 'anna', 'b1')
  await stream.nth('progress', 3)
  expect(theirs.idsOf('progress')).toHaveLength(1)
})

test('a user who begins anew is seen to have nothing, and is followed on', async () => {
  await used.start()
  await buy(used.tenant, 'anna')
  const stream = await open('anna')
  expect((await stream.nth('progress')).data.type).toBe('challenge')
  await used.tenant.api.post('/v1/sandbox/reset/anna')
  expect((await stream.nth('progress', 2)).data.type).toBe('none')
  await buy(used.tenant, 'anna')
  expect((await stream.nth('challenge.activated')).id).toBe(2)
})

test('nobody hears of others', async () => {
  await used.start()
  const stream = await open('anna')
  await buy(used.tenant, 'boris')
  const other = await used.service.seed()
  await buy(other, 'anna')
  await buy(used.tenant, 'anna')
  await stream.nth('challenge.activated')
  await stream.nth('progress', 2)
  expect(stream.idsOf('challenge.activated')).toHaveLength(1)
  expect(stream.events.every(({ data }) => (data.userId ?? 'anna') === 'anna')).toBe(true)
})

describe('who comes back', () => {
  test.each(['header', 'query'])('with the last id in the %s gets everything since, once and in order', async (way) => {
    await used.start()
    await buy(used.tenant, 'anna')
    const first = await open('anna')
    await place(used.tenant, 'anna', 'b1')
    const { id } = await first.nth('bet')
    first.close()
    await win(used.tenant, 'anna', 'b1')
    // More than one reading takes.
    const bets = Array.from({ length: 230 }, (_, i) => placement('anna', `r${i}`, { odds: 50 }))
    await used.tenant.api.post('/v1/bets/batch', { bets })
    const again = await (way === 'header'
      ? open('anna', '&lastEventId=1', { 'last-event-id': String(id) })
      : open('anna', `&lastEventId=${id}`))
    await again.nth('bet', 231)
    await place(used.tenant, 'anna', 'live')
    await again.nth('bet', 232)
    expect(again.idsOf('bet')).toEqual(Array.from({ length: 232 }, (_, i) => id + 1 + i))
    expect(again.idsOf('challenge.activated')).toEqual([])
    expect(again.events[0]).toMatchObject({ name: 'progress', id })
  })

  test('after nothing happened sees where they stand and nothing else', async () => {
    await used.start()
    await buy(used.tenant, 'anna')
    const again = await open('anna', '&lastEventId=1')
    await expect.poll(() => again.comments).toBeGreaterThan(0)
    expect(again.events.map(({ id, name }) => [id, name])).toEqual([[1, 'progress']])
  })

  test('new sees nothing of the past', async () => {
    await used.start()
    await buy(used.tenant, 'anna')
    const stream = await open('anna')
    await place(used.tenant, 'anna', 'b1')
    await stream.nth('bet')
    expect(stream.idsOf('challenge.activated')).toEqual([])
  })

  test('with a number that was never given hears all that there is', async () => {
    await used.start()
    await buy(used.tenant, 'anna')
    const stream = await open('anna', '&lastEventId=77')
    expect((await stream.nth('challenge.activated')).id).toBe(1)
  })
})

test('many changes at once are told once each', async () => {
  await used.start()
  const users = Array.from({ length: 20 }, (_, i) => `user-${i}`)
  const streams = await Promise.all(users.map((userId) => open(userId)))
  await Promise.all(users.map((userId) => buy(used.tenant, userId)))
  await Promise.all(
    users.flatMap((userId) =>
      ['a', 'b', 'c'].map((bet) => place(used.tenant, userId, `${userId}-${bet}`, { stakeAmount: 5 })),
    ),
  )
  for (const [i, stream] of streams.entries()) {
    await stream.nth('bet', 3)
    expect(stream.idsOf('bet')).toEqual([2, 3, 4])
    await expect.poll(() => stream.events.at(-1)).toMatchObject({ name: 'progress', id: 4, data: { reserved: 15 } })
    expect(stream.events.filter(({ name }) => name === 'bet').every(({ data }) => data.userId === users[i])).toBe(true)
  }
})

test('a comment every 15 seconds shows that it is alive', async () => {
  await used.start()
  const stream = await open('anna')
  await expect.poll(() => stream.comments).toBeGreaterThan(2)
  expect(stream.ended).toBe(false)
})

test('it ends with its token, and says so', async () => {
  await used.start()
  await buy(used.tenant, 'anna')
  const stream = await open('anna')
  await stream.nth('progress')
  used.service.app.clock.forward(HOUR_MS - 1)
  await stream.alive()
  expect(stream.ended).toBe(false)
  used.service.app.clock.forward(1)
  const expiredAt = new Date(used.service.app.clock.now()).toISOString()
  await expect.poll(() => stream.ended).toBe(true)
  expect(stream.events.at(-1)).toEqual({ id: 1, name: 'token_expired', data: { expiredAt } })
})

test('who does not read is hung up on, and finds everything on coming back', async () => {
  const telemetry = new Telemetry(makeLog('silent'))
  await used.start({ edge: () => ({ tickMs: 10, telemetry }) })
  await buy(used.tenant, 'anna')
  for (let batch = 0; batch < 16; batch += 1) {
    const bets = Array.from({ length: 500 }, (_, i) =>
      placement('anna', `${batch}-${i}-`.padEnd(128, 'x'), { odds: 50, betTypeIdentifier: 'a bet'.padEnd(60, 'x') }),
    )
    await used.tenant.api.post('/v1/bets/batch', { bets })
  }
  const token = await streamToken(used.tenant, 'anna')
  const request = get(`${used.service.url}${streamPath(token, 'anna', '&lastEventId=0')}`, (response) =>
    response.pause(),
  )
  const hungUp = new Promise((resolve) => request.on('close', resolve))
  request.on('error', () => {})
  await expect.poll(async () => (await telemetry.metrics()).text).toContain('event_streams_closed_total{end="slow"} 1')
  request.destroy()
  await hungUp
  const again = await open('anna', '&lastEventId=0')
  await again.nth('bet', 8000)
  expect(again.idsOf('bet')).toEqual(Array.from({ length: 8000 }, (_, i) => i + 2))
}, 120_000)

test('it ends when the service stops, and one that is asked for meanwhile begins and ends at once', async () => {
  await used.start({ edge: () => ({}) })
  const stream = await open('anna')
  await stream.nth('progress')
  const late = connect(Number(new URL(used.service.url).port), '127.0.0.1')
  const said = late.setEncoding('utf8').toArray()
  late.write(`GET ${streamPath(await streamToken(used.tenant, 'anna'), 'anna')} HTTP/1.1\r\nhost: late\r\n`)
  // Whoever has been let in by now is answered after the stop has begun.
  await fetch(`${used.service.url}/ready`)
  const ended = used.service.end()
  await expect.poll(() => stream.ended).toBe(true)
  late.write('\r\n')
  expect((await said).join('')).toMatch(
    /^HTTP\/1\.1 200 OK[\s\S]*retry: 3000[\s\S]*event: progress\n[\s\S]*\r\n0\r\n\r\n$/,
  )
  await ended
  // The one that is stopped after each test.
  await used.start()
})

test('streams and what they told are counted, and no token is logged', async () => {
  const lines: string[] = []
  const telemetry = new Telemetry(makeLog('trace', { write: (line) => void lines.push(line) }))
  await used.start({ edge: () => ({ tickMs: 10, telemetry }) })
  const stream = await open('anna')
  await buy(used.tenant, 'anna')
  await stream.nth('challenge.activated')
  await stream.nth('progress', 2)
  const metrics = async () => (await telemetry.metrics()).text.split('\n')
  expect(await metrics()).toEqual(
    expect.arrayContaining([
      'event_streams_open 1',
      'event_stream_events_total{name="challenge.activated"} 1',
      'event_stream_events_total{name="progress"} 2',
    ]),
  )
  stream.close()
  await expect
    .poll(metrics)
    .toEqual(expect.arrayContaining(['event_streams_open 0', 'event_streams_closed_total{end="client"} 1']))
  expect(lines.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({ end: 'client', correlationId: expect.any(String), msg: 'a stream ended' }),
  )
  expect(lines.join('')).not.toMatch(/token=|eyJ|anna/)
})

describe('refused before it begins', () => {
  const ask = (api: ApiClient, token: string | null, userId = 'anna', more = '', headers = {}) =>
    api.get(`/v1/events?userId=${userId}${token === null ? '' : `&token=${token}`}${more}`, headers)

  test('without a token, or with one that is not good', async () => {
    await used.start()
    const token = await streamToken(used.tenant, 'anna')
    const [payload = '', signature = ''] = token.split('.')
    const nobody = Buffer.from(JSON.stringify({ tid: '019aa5f2-7c00-7000-8000-000000000000', uid: 'anna', exp: 9e9 }))
    const forged = [`${payload}.${signature.slice(1)}a`, `${nobody.toString('base64url')}.${signature}`, payload]
    for (const wrong of [null, '', 'x', 'bnVsbA.x', ...forged, `${token}&token=${token}`]) {
      expectError(await ask(used.service.anybody, wrong), 401, 'unauthorized')
    }
    expectError(await ask(used.service.anybody, token, 'anna', '', { 'x-api-key': 'pk_wrong' }), 401, 'unauthorized')
    const other = await used.service.seed()
    expectError(await ask(other.publicApi, token), 401, 'unauthorized')
    used.service.app.clock.forward(HOUR_MS)
    expectError(await ask(used.service.anybody, token), 401, 'unauthorized')
  })

  test('with a key alone', async () => {
    await used.start()
    expectError(await ask(used.tenant.publicApi, null), 403, 'forbidden')
    expectError(await ask(used.tenant.api, null), 403, 'forbidden')
  })

  test('with the token of another player, whatever key comes along', async () => {
    await used.start()
    const token = await streamToken(used.tenant, 'boris')
    for (const api of [used.service.anybody, used.tenant.publicApi, used.tenant.api]) {
      expectError(await ask(api, token), 403, 'forbidden')
    }
  })

  test('with what is no id', async () => {
    await used.start()
    const token = await streamToken(used.tenant, 'anna')
    for (const wrong of ['', '-1', '1.5', 'none', '9'.repeat(16)]) {
      expectWrong(await ask(used.service.anybody, token, 'anna', `&lastEventId=${wrong}`), 'lastEventId')
    }
    for (const wrong of ['-1', '1.5', 'none', '9'.repeat(16)]) {
      expectWrong(await ask(used.service.anybody, token, 'anna', '', { 'last-event-id': wrong }), 'Last-Event-ID')
    }
    expectWrong(await used.service.anybody.get(`/v1/events?token=${token}`), 'userId')
  })

  test('beyond the limit of a player', async () => {
    const { MemoryCounters } = await import('../../src/http/limits/memory-counters.ts')
    const { systemClock } = await import('../../src/app/clock.ts')
    await used.start(
      { edge: () => ({ tickMs: 10, limits: { counters: new MemoryCounters(systemClock), clock: systemClock } }) },
      { rateLimits: { widget: 2 } },
    )
    await open('anna')
    const second = await open('anna')
    expect(second.response.headers.get('x-ratelimit-remaining')).toBe('0')
    expectError(await ask(used.service.anybody, await streamToken(used.tenant, 'anna')), 429, 'rate_limited')
    expect((await (await open('boris')).nth('progress')).id).toBe(0)
  })
})

test('a player has at most 100 at a time, and others are not in their way', async () => {
  await used.start()
  const token = await streamToken(used.tenant, 'anna')
  const path = streamPath(token, 'anna')
  const hundred = await Promise.all(Array.from({ length: 100 }, () => used.read(path)))
  const refused = await used.service.anybody.get(path)
  expectError(refused, 429, 'rate_limited')
  expect(refused.headers.get('retry-after')).toBeNull()
  expect((await (await open('boris')).nth('progress')).data.type).toBe('none')
  hundred[0]?.close()
  await expect.poll(() => used.read(path).then(({ response }) => response.status, String)).toBe(200)
  expectError(await used.service.anybody.get(path), 429, 'rate_limited')
})

test('a reader that can send headers needs no token in the address', async () => {
  await used.start()
  const token = await streamToken(used.tenant, 'anna')
  const reader = await used.read('/v1/events?userId=anna', { 'x-user-token': token })
  expect((await reader.nth('progress')).data.type).toBe('none')
})

test('pages of the tenant may read it, those of others may not', async () => {
  await used.start()
  await used.tenant.api.patch('/v1/admin/settings', { widget: { origins: ['https://bets.example'] } })
  const origin = 'access-control-allow-origin'
  expect((await open('anna', '', { origin: 'https://bets.example' })).response.headers.get(origin)).toBe(
    'https://bets.example',
  )
  expect((await open('anna', '', { origin: 'https://other.example' })).response.headers.get(origin)).toBeNull()
})
