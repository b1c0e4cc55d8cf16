import { afterAll, beforeAll, expect, test } from 'vitest'
import { MemoryCounters } from '../../src/http/limits/memory-counters.ts'
import { makeLog } from '../../src/log.ts'
import { Telemetry } from '../../src/telemetry.ts'
import { DatabaseLine } from '../helpers/database-line.ts'
import { buyAndPass, placement, startService, type TestService, type TestTenant } from '../helpers/service.ts'

// Without its database the service says that it cannot, and that the same request may come again: it never says 500.

let service: TestService
let tenant: TestTenant
const line = new DatabaseLine()
/** The level of the log. */
const ERROR = 50
const logged: string[] = []
const telemetry = new Telemetry(makeLog('warn', { write: (text) => void logged.push(text) }))
beforeAll(async () => {
  service = await startService({
    via: line.to,
    onError: (error) => telemetry.workFailed(error),
    edge: ({ clock }) => ({ limits: { counters: new MemoryCounters(clock), clock } }),
  })
  tenant = await service.seed()
  await buyAndPass(tenant, 'anna')
  await line.cut()
})
afterAll(() => service.end())

const away = { status: 503, body: { error: 'service_unavailable' } }
const key = { 'x-idempotency-key': 'refund-1' }

test('reads', async () => {
  const answer = await tenant.api.get('/v1/users/anna/progress')
  expect(answer).toMatchObject(away)
  expect(answer.headers.get('retry-after')).toBe('1')
  expect(await tenant.api.get('/v1/users/anna/history')).toMatchObject(away)
  expect(await tenant.api.get('/v1/admin/rulesets')).toMatchObject(away)
  expect(await service.superAdmin.get('/v1/super-admin/tenants')).toMatchObject(away)
})

test('the refund of a stake, whose key cannot be claimed', async () => {
  const answer = await tenant.api.post('/v1/users/anna/challenge/refund-stake', { confirm: true }, key)
  expect(answer).toMatchObject(away)
})

test('bets', async () => {
  expect(await tenant.api.post('/v1/bets', placement('anna', 'b1'))).toMatchObject(away)
})

test('however often a backend tries: nobody knows whose limit it would use up', async () => {
  // Whoever is nobody gets 200 of these a minute.
  const answers = await Promise.all(Array.from({ length: 210 }, () => tenant.api.get('/v1/reconciliation/anna')))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]))
})

test('nothing of it counts as a bug, nor does what fails in the background', async () => {
  await expect.poll(() => logged.length).toBeGreaterThan(0)
  expect(logged.filter((text) => JSON.parse(text).level >= ERROR)).toEqual([])
  expect((await telemetry.metrics()).text).toContain('\nbugs_total 0\n')
  expect(service.bugs).toEqual([])
})
