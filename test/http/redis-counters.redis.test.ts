import fc from 'fast-check'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../src/app/clock.ts'
import type { Count, Counter, Counters } from '../../src/http/limits/counters.ts'
import { MemoryCounters } from '../../src/http/limits/memory-counters.ts'
import { RedisCounters } from '../../src/http/limits/redis-counters.ts'
import { SteadyCounters } from '../../src/http/limits/steady-counters.ts'
import { DatabaseLine } from '../helpers/database-line.ts'
import { events, requests } from '../helpers/limit-counters.ts'
import { startRedis, type TestRedis } from '../helpers/redis.ts'

let redis: TestRedis
const replicas: RedisCounters[] = []
beforeAll(async () => {
  redis = await startRedis()
  for (let i = 0; i < 2; i += 1) replicas.push(new RedisCounters(redis.url, 20_000))
  for (const replica of replicas) await replica.ready()
})
afterAll(async () => {
  for (const replica of replicas) await replica.close()
  await redis.end()
})

/** How many of `times` requests, sent at once to the replicas in turn, pass. */
async function passed(group: readonly Counter[], times: number, over: readonly Counters[] = replicas) {
  const sent = Array.from({ length: times }, (_, i) => over[i % over.length]?.take(group))
  return (await Promise.all(sent)).filter((counts) => counts?.every(({ refused }) => !refused)).length
}

test('two replicas let through together what the limit allows, whatever comes at once', async () => {
  expect(await passed([requests('together', 500)], 2000)).toBe(500)
})

test('bet events of one player that come at once over two replicas stay within the limit', async () => {
  const event = events('anna', 30)
  expect(await passed([event], 100)).toBe(30)
  const [count] = (await replicas[0]?.take([{ ...event, points: 5 }])) ?? []
  expect(count).toMatchObject({ taken: 0, count: 30, refused: true })
})

test('a request that one limit refuses uses up nothing of the others', async () => {
  await passed([requests('full', 3), requests('shared', 100), events('boris', 30)], 50)
  const look = await replicas[1]?.take([requests('shared', 100, { points: 0 }), requests('boris', 30, { points: 0 })])
  expect(look).toMatchObject([{ count: 3 }, { count: 3 }])
})

test('a batch takes as many of its bet events as there is room for', async () => {
  const batch = [requests('batches', 10), events('carla', 30, 29)]
  const first = await replicas[0]?.take(batch)
  const second = await replicas[1]?.take(batch)
  expect([first?.[1], second?.[1]]).toMatchObject([{ taken: 29 }, { taken: 1, refused: true }])
})

const [few, more] = [requests('few', 3), requests('more', 9)]
const failure = requests('failed', 3)
const look = { ...failure, points: 0 }

/** A request: the limits that it shares with others, a look at one perhaps, and the bet events that it brings of players. */
const aRequest: fc.Arbitrary<readonly Counter[]> = fc
  .record({
    shared: fc.constantFrom([few], [more], [few, more], [more, look]),
    players: fc.uniqueArray(
      fc.record({ userId: fc.constantFrom('anna', 'boris'), points: fc.integer({ min: 1, max: 4 }) }),
      { selector: ({ userId }) => userId, maxLength: 2 },
    ),
  })
  .map(({ shared, players }) => [
    ...shared,
    ...players.map(({ userId, points }) => ({ ...events('bets', 6, points), userId })),
  ])

test('what comes at once is counted as if it came one after the other', async () => {
  const [replica] = replicas
  const admin = new Redis(redis.url)
  const told = (counts: readonly (readonly Count[])[]) =>
    counts.map((each) => each.map(({ taken, count, refused }) => ({ taken, count, refused })))
  // A failure comes by itself: which of those that arrive with it see it already is nobody's promise.
  const together = fc.oneof(fc.constant([[failure]]), fc.array(aRequest, { minLength: 1, maxLength: 8 }))
  await fc.assert(
    fc.asyncProperty(fc.array(together, { maxLength: 6 }), async (rounds) => {
      await admin.flushdb()
      const alone = new MemoryCounters(systemClock)
      for (const arriving of rounds) {
        const counts = await Promise.all(arriving.map((counters) => replica?.take(counters) ?? []))
        expect(told(counts)).toEqual(told(arriving.map((counters) => alone.take(counters))))
      }
    }),
    { numRuns: 300 },
  )
  admin.disconnect()
}, 60_000)

test('a window ends by itself in Redis, and says when', async () => {
  const [count] = (await replicas[0]?.take([requests('window', 5)])) ?? []
  expect(count?.resetMs).toBeGreaterThan(59_000)
  expect(count?.resetMs).toBeLessThanOrEqual(60_000)
})

test('a Redis that answers and cannot count is away', async () => {
  const [replica] = replicas
  const admin = new Redis(redis.url)
  await replica?.ping()
  await admin.config('SET', 'maxmemory', '1')
  await expect(replica?.ping()).rejects.toThrow('OOM')
  await admin.config('SET', 'maxmemory', '0')
  await replica?.ping()
  admin.disconnect()
})

test('why Redis is away is told without what was sent to it', async () => {
  const counters = new RedisCounters(redis.url.replace('//', '//nobody:hunter22@'), 20_000)
  const failure = () => counters.take([events('anna', 30)]).catch((error: unknown) => error)
  await expect.poll(failure, { timeout: 20_000 }).toMatchObject({ message: expect.stringContaining('WRONGPASS') })
  await counters.close()
  const [replica] = replicas
  const client = new Redis(redis.url)
  await client.config('SET', 'maxmemory', '1')
  const full = await replica?.ping().catch((error: unknown) => error)
  await client.config('SET', 'maxmemory', '0')
  client.disconnect()
  expect(full).toMatchObject({ message: expect.stringContaining('OOM') })
  expect(Object.keys(full ?? {})).toEqual([])
})

test('a line to Redis that is dead without a word is given up, and the next one counts', async () => {
  const line = new DatabaseLine()
  const { searchParams } = new URL(await line.to(redis.url))
  const replica = new RedisCounters(`redis://127.0.0.1:${searchParams.get('port')}`)
  await replica.ready()
  line.silence()
  await expect(replica.take([requests('silent', 10)])).rejects.toThrow()
  await expect.poll(() => replica.ping().then(() => 'counts', String), { timeout: 60_000 }).toBe('counts')
  await replica.close()
  await line.cut()
}, 90_000)

test('without Redis a replica counts by itself, and Redis counts again as soon as it is back', async () => {
  const [replica] = replicas
  if (replica === undefined) throw new Error('there are replicas')
  const told: boolean[] = []
  const counters = [new SteadyCounters(replica, systemClock, (away) => told.push(away))]
  const group = [requests('outage', 10)]
  expect(await passed(group, 200, counters)).toBe(10)
  await redis.kill()
  const begun = performance.now()
  const alone = await passed(group, 200, counters)
  const seconds = (performance.now() - begun) / 1000
  // 10 and the allowance of 100, and the 20 a second that the allowance refills while they run.
  expect(alone).toBeGreaterThanOrEqual(110)
  expect(alone).toBeLessThanOrEqual(111 + 20 * seconds)
  await redis.revive()
  await expect
    .poll(async () => {
      await passed([requests('else', 1_000_000)], 1, counters)
      return told
    })
    .toEqual([true, false])
  // The Redis that came back has forgotten what was counted, its script included.
  expect(await passed(group, 200, counters)).toBe(10)
})
