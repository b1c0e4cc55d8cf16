import { afterAll, beforeAll, expect, test } from 'vitest'
import { DatabaseLine } from '../helpers/database-line.ts'
import { buy, placement, startService, type TestService, type TestTenant } from '../helpers/service.ts'

// A pooler whose database is away takes connections as ever and ends each at its first statement. Then, too, the service
// says that it cannot, and that the same request may come again: it never says 500.

let service: TestService
let tenant: TestTenant
const line = new DatabaseLine()
beforeAll(async () => {
  service = await startService({ via: line.to })
  tenant = await service.seed()
  await buy(tenant, 'anna')
  line.loseServer()
})
afterAll(() => service.end())

const away = { status: 503, body: { error: 'service_unavailable' } }

test('a bet, and many that come together', async () => {
  expect(await tenant.api.post('/v1/bets', placement('cleo', 'b1'))).toMatchObject(away)
  // Of players who are known, whose bets are written at once, and of others, for whom a transaction begins.
  const bets = Array.from({ length: 20 }, (_, nth) => placement(nth % 2 === 0 ? 'anna' : `user-${nth}`, `c${nth}`))
  const answers = await Promise.all(bets.map((bet) => tenant.api.post('/v1/bets', bet)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]))
})

test('a purchase, and a read', async () => {
  expect(await buy(tenant, 'bea')).toMatchObject(away)
  expect(await tenant.api.get('/v1/users/anna/progress')).toMatchObject(away)
})

test('nothing of it is a bug', () => {
  expect(service.bugs).toEqual([])
})
