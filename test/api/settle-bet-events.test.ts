import { expect, test } from 'vitest'
import { settleBetEvents } from '../../src/contract/operations/reconciliation.ts'
import { lose, place, progressOf } from '../helpers/bets.ts'
import { expectError, expectWrong } from '../helpers/expect-error.ts'
import { bulkSettle, hugeBet, idIn, openBetsOf, repeatsTheErased } from '../helpers/rulings.ts'
import { buy } from '../helpers/service.ts'
import { NO_ID, testAccess, testBody, testReplay } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'

const used = useService()

async function openBets(userIds: readonly string[], tenant = used.tenant): Promise<string[]> {
  const ids = []
  for (const userId of userIds) {
    await buy(tenant, userId)
    ids.push(idIn(await place(tenant, userId, `bet-of-${userId}`, { stakeAmount: 10 })))
  }
  return ids
}

test('each is settled in order, and a wrong one fails alone', async () => {
  const tenant = await used.service.seed()
  const [ann, bob, cleo, dora] = await openBets(['ann', 'bob', 'cleo', 'dora'], tenant)
  const [theirs] = await openBets(['theirs'], await used.service.seed())
  await lose(tenant, 'cleo', 'bet-of-cleo')
  const { status, body } = await bulkSettle(tenant, [
    { betEventId: ann, outcome: 'won' },
    { betEventId: bob?.toUpperCase(), outcome: 'lost' },
    { betEventId: ann, outcome: 'won', settlementAmount: 5 },
    { betEventId: ann, outcome: 'lost' },
    { betEventId: cleo, outcome: 'lost' },
    { betEventId: NO_ID, outcome: 'won' },
    { betEventId: theirs, outcome: 'won' },
    { betEventId: dora, outcome: 'voided' },
    { betEventId: dora, outcome: 'lost', settlementAmount: 1 },
    { betEventId: 'dora', outcome: 'lost' },
    { outcome: 'lost' },
    7,
    { betEventId: dora, outcome: 'won', settlementAmount: 12.34 },
  ])
  expect(status).toBe(200)
  expect(body.summary).toEqual({ accepted: 3, rejected: 0, flagged: 1, duplicate: 2, failed: 7 })
  expect(body.results.map(({ index }: { index: number }) => index)).toEqual([...Array(13).keys()])
  expect(body.results[0]).toMatchObject({
    index: 0,
    betEventId: ann,
    httpStatus: 200,
    status: 'accepted',
    flagReason: null,
    duplicate: false,
    betEvent: { externalBetId: 'bet-of-ann', status: 'settled-won', settlementAmount: 20, actor: 'server_key' },
    validationResult: { status: 'accepted', reasonCodes: [] },
    error: null,
    message: null,
  })
  expect(body.results[1]).toMatchObject({ betEventId: bob?.toUpperCase(), betEvent: { status: 'settled-lost' } })
  expect(body.results[2]).toMatchObject({ duplicate: true, betEvent: body.results[0].betEvent })
  expect(body.results[3]).toMatchObject({ status: 'flagged', flagReason: 'conflicting_settlement', httpStatus: 200 })
  expect(body.results[4]).toMatchObject({ duplicate: true, betEvent: { actor: null } })
  for (const index of [5, 6]) {
    expect(body.results[index]).toMatchObject({ httpStatus: 404, status: null, error: 'not_found' })
  }
  for (const index of [7, 8, 9, 10, 11]) {
    expect(body.results[index]).toMatchObject({ httpStatus: 400, status: null, error: 'validation_error' })
  }
  expect(body.results[10].betEventId).toBeNull()
  expect(body.results[12].betEvent).toMatchObject({ settlementAmount: 12.34 })
  expect(await openBetsOf(tenant)).toEqual([])
  expect((await progressOf(tenant, 'ann')).currentBalance).toBe(110)
})

test('one that would return more than any amount fails alone', async () => {
  const { tenant, id } = await hugeBet(used.service, 'huge')
  const { body } = await bulkSettle(tenant, [
    { betEventId: id, outcome: 'won' },
    { betEventId: id, outcome: 'lost' },
  ])
  expect(body.results[0]).toMatchObject({ httpStatus: 400, error: 'validation_error' })
  expect(body.results[1]).toMatchObject({ httpStatus: 200, status: 'accepted' })
})

test('one that somebody settled so who was erased since is not found', async () => {
  const betEventId = await repeatsTheErased(used.tenant, 'shared')
  const { body } = await bulkSettle(used.tenant, [{ betEventId, outcome: 'lost' }])
  expect(body.results[0]).toMatchObject({ httpStatus: 404, error: 'not_found', betEventId })
})

test('500 at once', async () => {
  const tenant = await used.service.seed()
  const userIds = Array.from({ length: 20 }, (_, index) => `u${index}`)
  const ids = await openBets(userIds, tenant)
  const settlements = Array.from({ length: 500 }, (_, i) => ({ betEventId: ids[i % 20], outcome: 'won' }))
  const { body } = await bulkSettle(tenant, settlements)
  expect(body.summary).toMatchObject({ accepted: 20, duplicate: 480 })
})

test('what is repeated is looked up at once: one by one it would keep everybody else from the database', async () => {
  const tenant = await used.service.seed()
  const [betEventId] = await openBets(['repeated'], tenant)
  const { pool } = used.service.app
  let asked = 0
  const count = (): void => {
    asked += 1
  }
  pool.on('acquire', count)
  const { body } = await bulkSettle(tenant, Array(400).fill({ betEventId, outcome: 'won' }))
  pool.off('acquire', count)
  expect(body.summary).toMatchObject({ accepted: 1, duplicate: 399 })
  // What runs in the background asks now and then, too.
  expect(asked).toBeLessThan(50)
})

test.each([
  ['settlements', undefined],
  ['settlements', []],
  ['settlements', {}],
])('wrong %s are named', async (field, settlements) => {
  expectWrong(await bulkSettle(used.tenant, settlements), field)
})

test('501 settlements are too many', async () => {
  const settlements = Array(501).fill({ betEventId: NO_ID, outcome: 'won' })
  expectError(await bulkSettle(used.tenant, settlements), 413, 'payload_too_large')
})

testAccess(used, settleBetEvents)
testBody(used, settleBetEvents)
testReplay(200, async () => {
  const tenant = await used.service.seed()
  const [betEventId] = await openBets(['again'], tenant)
  return {
    api: tenant.api,
    path: '/v1/admin/bet-events/bulk-settle',
    body: { settlements: [{ betEventId, outcome: 'won' }] },
  }
})

test('bets that are still queued are settled after their decision', async () => {
  const tenant = await used.service.seed({ integrationMode: 'async' })
  await Promise.all(['queued-1', 'queued-2'].map((userId) => buy(tenant, userId)))
  const placed = await Promise.all(['queued-1', 'queued-2'].map((userId) => place(tenant, userId, `of ${userId}`)))
  const settlements = placed.map(({ body }) => ({ betEventId: body.betEventId, outcome: 'won' }))
  expect((await tenant.api.post('/v1/admin/bet-events/bulk-settle', { settlements })).body.summary).toMatchObject({
    accepted: 2,
    failed: 0,
  })
})
