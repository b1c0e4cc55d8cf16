import { expect, test } from 'vitest'
import { setSelfExclusion } from '../../src/contract/operations/operator.ts'
import { advance, cancel, lose, place, progressOf } from '../helpers/bets.ts'
import { expectError, expectWrong } from '../helpers/expect-error.ts'
import { buy, buyAndPass, type TestTenant } from '../helpers/service.ts'
import { testAccess, testBody, testPath } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'
import { casesOf, orNull, wrong } from '../helpers/wrong-values.ts'

const used = useService()
const pathOf = (userId: string) => `/v1/admin/users/${userId}/self-exclusion`
const set = ({ api }: TestTenant, userId: string, body?: unknown) => api.put(pathOf(userId), body)

test('who is excluded buys nothing until readmitted', async () => {
  expect(await set(used.tenant, 'gambler', { excluded: true })).toMatchObject({
    status: 200,
    body: { userId: 'gambler', excluded: true, until: null },
  })
  expectError(await buy(used.tenant, 'gambler'), 409, 'user_self_excluded')
  expect((await set(used.tenant, 'gambler', { excluded: false })).body).toMatchObject({ excluded: false, until: null })
  expect((await buy(used.tenant, 'gambler')).status).toBe(201)
})

test('an exclusion with an end is over then', async () => {
  const tenant = await used.service.seed()
  const until = '2026-03-05T02:00:00+02:00'
  expect((await set(tenant, 'pausing', { excluded: true, until })).body).toMatchObject({
    excluded: true,
    until: '2026-03-05T00:00:00.000Z',
  })
  await advance(tenant, '2026-03-04T23:59:59.999Z')
  expectError(await buy(tenant, 'pausing'), 409, 'user_self_excluded')
  expect(await progressOf(tenant, 'pausing')).toMatchObject({ type: 'none', selfExcluded: true })
  await advance(tenant, '2026-03-05T00:00:00Z')
  expect(await progressOf(tenant, 'pausing')).toMatchObject({ selfExcluded: false })
  expect((await tenant.api.get(pathOf('pausing'))).body).toMatchObject({ excluded: false, until: null })
  expect((await buy(tenant, 'pausing')).status).toBe(201)
})

test('an end may lie as far ahead as calendars go', async () => {
  const until = '9999-12-31T23:59:59.999Z'
  expect((await set(used.tenant, 'forever', { excluded: true, until })).body).toMatchObject({ excluded: true, until })
  expectError(await buy(used.tenant, 'forever'), 409, 'user_self_excluded')
})

test('what runs goes on: bets, the choice and cancelling', async () => {
  await buy(used.tenant, 'running')
  await set(used.tenant, 'running', { excluded: true })
  expect((await place(used.tenant, 'running', 'r1')).body.status).toBe('accepted')
  expect((await lose(used.tenant, 'running', 'r1')).body.status).toBe('accepted')
  expect((await cancel(used.tenant, 'running')).status).toBe(200)
  await buyAndPass(used.tenant, 'passed')
  await set(used.tenant, 'passed', { excluded: true, until: null })
  expect((await used.tenant.api.post('/v1/users/passed/challenge/continue')).status).toBe(200)
})

test('another tenant’s player of the same name is another player', async () => {
  const other = await used.service.seed()
  await set(other, 'namesake', { excluded: true })
  expect((await used.tenant.api.get(pathOf('namesake'))).body.excluded).toBe(false)
  expect((await buy(used.tenant, 'namesake')).status).toBe(201)
})

test.each(casesOf({ excluded: [undefined, ...wrong.flag], until: orNull(wrong.moment) }))(
  'a wrong %s is named: %j',
  async (field, value) => {
    expectWrong(await set(used.tenant, 'wrong', { excluded: true, [field]: value }), field)
    expect((await used.tenant.api.get(pathOf('wrong'))).body.excluded).toBe(false)
  },
)

test.each([[undefined], [null], [[]], ['excluded'], [true]])('%j says nothing', async (body) =>
  expectWrong(await set(used.tenant, 'wrong', body), 'body'),
)

testAccess(used, setSelfExclusion)
testPath(used, setSelfExclusion)
testBody(used, setSelfExclusion)
