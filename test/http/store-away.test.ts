import { afterAll, beforeAll, expect, test } from 'vitest'
import { DatabaseLine } from '../helpers/database-line.ts'
import { buyAndPass, placement, startService, type TestService, type TestTenant } from '../helpers/service.ts'

// Without its database the service says that it cannot, and that the same request may come again: it never says 500.

let service: TestService
let tenant: TestTenant
let line: DatabaseLine
beforeAll(async () => {
  service = await startService({
    via: async (url) => {
      line = await DatabaseLine.to(url)
      return line.url
    },
  })
  tenant = await service.seed()
  await buyAndPass(tenant, 'anna')
  await line.cut()
})
afterAll(() => service.end())

const away = { status: 503, body: { error: 'service_unavailable' } }
const key = { 'x-idempotency-key': 'refund-1' }

test('reads', async () => {
  expect(await tenant.api.get('/v1/users/anna/progress')).toMatchObject(away)
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

test('nothing of it counts as a bug', () => {
  expect(service.bugs).toEqual([])
})
