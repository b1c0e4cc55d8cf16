import { afterAll, beforeAll, expect, test } from 'vitest'
import { place } from '../helpers/bets.ts'
import { DatabaseLine } from '../helpers/database-line.ts'
import { expectError } from '../helpers/expect-error.ts'
import { buy, startService, type TestService, type TestTenant } from '../helpers/service.ts'
import { StreamReader, streamPath, streamToken } from '../helpers/stream-reader.ts'

// Two replicas, one of which loses its way to the database for a while.

let here: TestService
let there: TestService
let tenant: TestTenant
const line = new DatabaseLine()
beforeAll(async () => {
  here = await startService()
  there = await startService({
    via: () => line.to(here.app.url),
    edge: () => ({ tickMs: 50 }),
  })
  tenant = await here.seed()
})
afterAll(async () => {
  await there.end()
  await here.end()
})

test('a stream stays open while the database is away, and tells all of it afterwards', async () => {
  await buy(tenant, 'anna')
  const path = streamPath(await streamToken(tenant, 'anna'), 'anna')
  const stream = await StreamReader.open(`${there.url}${path}`)
  await place(tenant, 'anna', 'a1', { stakeAmount: 5 })
  await stream.nth('bet')
  await line.cut()
  await place(tenant, 'anna', 'a2', { stakeAmount: 5 })
  expectError(await there.anybody.get(path), 503, 'service_unavailable')
  const { comments } = stream
  await expect.poll(() => stream.comments).toBeGreaterThan(comments)
  expect(stream.ended).toBe(false)
  await line.restore()
  await place(tenant, 'anna', 'a3', { stakeAmount: 5 })
  await stream.nth('bet', 3)
  expect(stream.idsOf('bet')).toEqual([2, 3, 4])
  stream.close()
  expect(there.bugs).toEqual([])
})
