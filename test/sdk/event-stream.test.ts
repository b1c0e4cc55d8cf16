import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createClient } from '../../packages/sdk/src/index.ts'
import { makeLog } from '../../src/log.ts'
import { Telemetry } from '../../src/telemetry.ts'
import { lose, place, win } from '../helpers/bets.ts'
import { type Followed, useFollowed } from '../helpers/followed.ts'
import { buy, startService, type TestService, type TestTenant } from '../helpers/service.ts'

// What the stream of a player tells a backend of the real service, from the first event to the last.

let service: TestService
let tenant: TestTenant
let telemetry: Telemetry

beforeAll(async () => {
  telemetry = new Telemetry(makeLog('silent'))
  // A second of a stream lasts ten milliseconds.
  service = await startService({ edge: () => ({ tickMs: 10, telemetry }) })
})
beforeEach(async () => {
  tenant = await service.seed()
})
afterAll(() => service.end())

const following = useFollowed()
const backend = () => ({ baseUrl: service.url, credentials: { serverKey: tenant.serverKey } })
const follow = (userId: string, own = {}): Followed => following(backend(), { userId }, own)
const metrics = async () => (await telemetry.metrics()).text

test('tells a backend what happens to a player, typed, with no token to care for', async () => {
  const stream = follow('anna/ü')
  expect((await stream.nth('progress')).data.type).toBe('none')
  await buy(tenant, 'anna/ü')
  await place(tenant, 'anna/ü', 'b1')
  await win(tenant, 'anna/ü', 'b1', 51)
  const activated = await stream.nth('challenge.activated')
  expect(activated).toMatchObject({ id: 1, data: { userId: 'anna/ü', data: { ownStake: 20 } } })
  expect((await stream.nth('bet', 2)).data).toMatchObject({ status: 'settled-won', settlementAmount: 51 })
  const ids = stream.events.map(({ id }) => id)
  expect(ids).toEqual(ids.toSorted((a, b) => a - b))
})

test('goes on after the last event that it told when it is cut: nothing is lost, nothing comes twice', async () => {
  await buy(tenant, 'anna')
  const stream = follow('anna', { reconnectMs: 300 })
  await stream.nth('progress')
  await place(tenant, 'anna', 'b0')
  await stream.nth('bet')
  for (const round of [1, 2, 3]) {
    service.cut()
    await expect.poll(() => stream.notices.length).toBe(round)
    // While nobody listens.
    await place(tenant, 'anna', `b${round}`, { stakeAmount: 5 })
    await lose(tenant, 'anna', `b${round}`)
    await stream.nth('bet', 1 + 2 * round)
  }
  expect(stream.typed('bet').map(({ id }) => id)).toEqual([2, 3, 4, 5, 6, 7, 8])
  expect(stream.notices[0]).toMatchObject({ operation: 'streamEvents', attempt: 1, error: { code: 'network_error' } })
  expect(stream.notices.every(({ waitMs }) => waitMs >= 150 && waitMs <= 300)).toBe(true)
})

test('begins after an event that was kept', async () => {
  await buy(tenant, 'anna')
  await place(tenant, 'anna', 'b1')
  const stream = following(backend(), { userId: 'anna', lastEventId: 1 })
  expect((await stream.nth('bet')).id).toBe(2)
  expect(stream.typed('challenge.activated')).toEqual([])
})

test('ends without an error by its signal, and hangs up', async () => {
  await expect.poll(metrics).toContain('event_streams_open 0')
  const stream = follow('anna')
  await stream.nth('progress')
  expect(await metrics()).toContain('event_streams_open 1')
  stream.stop()
  expect(await stream.failure()).toBe(null)
  await expect.poll(metrics).toContain('event_streams_open 0')
})

test('hangs up when its reader has enough', async () => {
  const client = createClient(backend())
  await expect.poll(metrics).toContain('event_streams_open 0')
  for await (const { type } of client.streamEvents({ userId: 'anna' })) {
    expect(await metrics()).toContain('event_streams_open 1')
    if (type === 'progress') break
  }
  await expect.poll(metrics).toContain('event_streams_open 0')
})
