import { afterAll, beforeAll, expect, test } from 'vitest'
import { place } from '../helpers/bets.ts'
import { bulkSettle, openBet } from '../helpers/rulings.ts'
import { buy, placement, startService, type TestService, type TestTenant } from '../helpers/service.ts'

// Where an item of a bulk meets a failure of ours, nobody asked for it alone: it is told of all the same.

let service: TestService
let tenant: TestTenant
beforeAll(async () => {
  service = await startService()
  tenant = await service.seed()
})
afterAll(() => service.end())

/** A snapshot that no version has written: whatever is asked for this player fails. */
const breakPlayer = (userId: string) =>
  service.app.pool.query(
    `update players set seq = seq + 1, state = '{"program": {"kind": "challenge", "terms": "lost"}}' where user_id = $1`,
    [userId],
  )

const BROKEN = { httpStatus: 500, error: 'internal_error', message: 'Something went wrong on our side' }

test('a bet of a batch', async () => {
  await buy(tenant, 'whole')
  await buy(tenant, 'broken')
  await breakPlayer('broken')
  const before = service.bugs.length
  const { status, body } = await tenant.api.post('/v1/bets/batch', {
    bets: [placement('broken', 'b1'), placement('whole', 'b2')],
  })
  expect([status, body.summary.failed, body.summary.accepted]).toEqual([200, 1, 1])
  expect(body.results[0]).toMatchObject({ externalBetId: 'b1', ...BROKEN })
  expect(service.bugs.slice(before)).toEqual([expect.objectContaining({ name: 'InvariantBroken' })])
})

test('a settlement of a bulk', async () => {
  const [good, bad] = [await openBet(tenant, 'well'), await openBet(tenant, 'ill')]
  await breakPlayer('ill')
  const before = service.bugs.length
  const { status, body } = await bulkSettle(tenant, [
    { betEventId: bad, outcome: 'lost' },
    { betEventId: good, outcome: 'lost' },
  ])
  expect([status, body.summary.failed, body.summary.accepted]).toEqual([200, 1, 1])
  expect(body.results[0]).toMatchObject({ betEventId: bad, ...BROKEN })
  expect(service.bugs.slice(before)).toEqual([expect.objectContaining({ name: 'InvariantBroken' })])
})

test('while what is wrong with an item is no failure of ours', async () => {
  const before = service.bugs.length
  const { body } = await tenant.api.post('/v1/bets/batch', { bets: [7, placement('nobody', 'b3', { odds: 1 })] })
  expect(body.summary.failed).toBe(2)
  expect((await place(tenant, 'nobody', 'b3')).status).toBe(404)
  expect(service.bugs.length).toBe(before)
})
