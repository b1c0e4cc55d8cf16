import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../src/app/clock.ts'
import { RedisCounters } from '../../src/http/limits/redis-counters.ts'
import { createServer } from '../../src/http/server.ts'
import { untold } from '../../src/http/telemetry.ts'
import { startRedis, type TestRedis } from '../helpers/redis.ts'
import { buy, placement, startService, type TestService } from '../helpers/service.ts'

// Two replicas of the edge, each with its own connection to one Redis, are asked in turn.

let redis: TestRedis
let service: TestService
const counters: RedisCounters[] = []
const urls: string[] = []
const servers: Awaited<ReturnType<typeof createServer>>[] = []
beforeAll(async () => {
  redis = await startRedis()
  service = await startService()
  for (let i = 0; i < 2; i += 1) {
    const shared = new RedisCounters(redis.url, 20_000)
    await shared.ready()
    const server = await createServer({
      app: service.app.app,
      superAdminKey: 'nobody asks with this key',
      trustProxy: false,
      publicUrl: null,
      telemetry: untold,
      limits: { counters: shared, clock: systemClock },
    })
    counters.push(shared)
    servers.push(server)
    urls.push(await server.listen({ port: 0, host: '127.0.0.1' }))
  }
})
afterAll(async () => {
  for (const server of servers) await server.close()
  for (const shared of counters) await shared.close()
  await service.end()
  await redis.end()
})

/** The statuses of `times` requests that are sent at once to the replicas in turn. */
async function statuses(
  times: number,
  ask: (url: string, i: number) => Promise<Response>,
): Promise<Map<number, number>> {
  const answers = await Promise.all(Array.from({ length: times }, (_, i) => ask(urls[i % urls.length] ?? '', i)))
  const counts = new Map<number, number>()
  for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1)
  return counts
}

test('a category lets through over both replicas what it allows', async () => {
  const { serverKey } = await service.seed({ rateLimits: { users: 50 } })
  const headers = { 'x-api-key': serverKey }
  const counts = await statuses(120, (url) => fetch(`${url}/v1/users/anna/progress`, { headers }))
  expect(Object.fromEntries(counts)).toEqual({ 200: 50, 429: 70 })
})

test('a player gets 30 bet events a minute over both replicas', async () => {
  const tenant = await service.seed()
  await buy(tenant, 'anna')
  const headers = { 'x-api-key': tenant.serverKey, 'content-type': 'application/json' }
  const counts = await statuses(60, (url, i) =>
    fetch(`${url}/v1/bets`, {
      method: 'POST',
      headers,
      body: JSON.stringify(placement('anna', `b${i}`, { stakeAmount: 1 })),
    }),
  )
  expect(Object.fromEntries(counts)).toEqual({ 200: 30, 429: 30 })
})

test('failures at one replica lock an address out of both', async () => {
  const counts = await statuses(40, (url, i) =>
    fetch(`${url}/v1/challenge-tiers`, { headers: { 'x-api-key': `key-${i}` } }),
  )
  expect(Object.fromEntries(counts)).toEqual({ 401: 30, 429: 10 })
})
