import { expect, test } from 'vitest'
import { createFlag } from '../../src/contract/operations/reconciliation.ts'
import { flagsOf, place, progressOf } from '../helpers/bets.ts'
import { expectError, expectWrong } from '../helpers/expect-error.ts'
import { asAdmin, employ } from '../helpers/people.ts'
import { flag, idIn } from '../helpers/rulings.ts'
import { buy, type TestTenant } from '../helpers/service.ts'
import { NO_ID, testAccess, testBody, testReplay } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'

const used = useService()

async function aBet(userId: string, tenant: TestTenant = used.tenant): Promise<string> {
  await buy(tenant, userId)
  return idIn(await place(tenant, userId, `${userId}-1`, { stakeAmount: 10 }))
}

test('a bet event is flagged for everybody to see, and nothing moves', async () => {
  const tenant = await used.service.seed()
  const betEventId = await aBet('odd', tenant)
  const { status, body } = await flag(tenant, { betEventId: betEventId.toUpperCase(), description: 'Two\nlines ✈' })
  expect(status).toBe(201)
  expect(body.flag).toEqual({
    id: expect.any(String),
    userId: 'odd',
    betEventId,
    externalBetId: 'odd-1',
    type: 'operator',
    description: 'Two\nlines ✈',
    status: 'open',
    source: 'operator',
    flaggedBy: 'server_key',
    flaggedAt: '2026-03-02T12:00:00.000Z',
    resolvedBy: null,
    resolvedAt: null,
    resolutionNote: null,
  })
  expect(await flagsOf(tenant)).toEqual([body.flag])
  expect(await progressOf(tenant, 'odd')).toMatchObject({ currentBalance: 100, reserved: 10 })
})

test('it says which admin opened it', async () => {
  await employ(used.service, used.tenant, 'flagger@operator.example', { role: 'operator_support' })
  const helper = await asAdmin(used.service, 'flagger@operator.example')
  const betEventId = await aBet('seen')
  const { body } = await helper.post('/v1/admin/reconciliation/flags', { betEventId, description: 'Odd' })
  expect(body.flag.flaggedBy).toMatch(/^admin:[0-9a-f-]{36}$/)
})

test('what is no bet event, or not ours, is not found', async () => {
  const { challenge } = (await buy(used.tenant, 'buyer')).body
  const theirs = await aBet('theirs', await used.service.seed())
  for (const betEventId of [NO_ID, challenge.id, theirs]) {
    expectError(await flag(used.tenant, { betEventId, description: 'Odd' }), 404, 'not_found')
  }
})

test.each([
  ['betEventId', { betEventId: 'bet-1' }],
  ['betEventId', { betEventId: undefined }],
  ['betEventId', { betEventId: null }],
  ['description', { description: undefined }],
  ['description', { description: '' }],
  ['description', { description: 7 }],
  ['description', { description: 'a\u0000b' }],
  ['description', { description: 'a\ud800b' }],
  ['description', { description: 'x'.repeat(501) }],
])('a wrong %s is named: %j', async (field, wrong) => {
  expectWrong(await flag(used.tenant, { betEventId: NO_ID, description: 'Odd', ...wrong }), field)
})

testAccess(used, createFlag)
testBody(used, createFlag)
testReplay(201, async () => {
  const tenant = await used.service.seed()
  const betEventId = await aBet('again', tenant)
  return { api: tenant.api, path: '/v1/admin/reconciliation/flags', body: { betEventId, description: 'Odd' } }
})
