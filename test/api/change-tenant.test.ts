import { expect, test } from 'vitest'
import { changeTenant } from '../../src/contract/operations/installation.ts'
import { expectError, expectWrong } from '../helpers/expect-error.ts'
import { buy } from '../helpers/service.ts'
import { NO_ID, testAccess, testBody, testPath } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'
import { casesOf, optional, wrong, wrongTenant } from '../helpers/wrong-values.ts'

const used = useService()
const change = (id: string, body?: unknown) => used.service.superAdmin.patch(`/v1/super-admin/tenants/${id}`, body)

test('what is sent changes, what is left out stays', async () => {
  const { id, api } = await used.service.seed({ monthlyChallengeLimit: 5, maxBackfillHours: 24 })
  const { status, body } = await change(id, { name: 'Renamed', rateLimits: { bets: 10 }, payoutReview: 'automatic' })
  expect(status).toBe(200)
  expect(body.tenant).toMatchObject({
    id,
    name: 'Renamed',
    environment: 'staging',
    currency: 'EUR',
    monthlyChallengeLimit: 5,
    maxBackfillHours: 24,
    rateLimits: { bets: 10 },
    payoutReview: 'automatic',
  })
  expect((await change(id.toUpperCase(), { monthlyChallengeLimit: null })).body.tenant).toMatchObject({
    name: 'Renamed',
    monthlyChallengeLimit: null,
    rateLimits: { bets: 10 },
  })
  expect((await api.get('/v1/admin/settings')).body.payoutReview).toBe('automatic')
  expect((await change(id, {})).body.tenant).toMatchObject({ name: 'Renamed' })
})

test('a plan holds from the next purchase', async () => {
  const tenant = await used.service.seed()
  await buy(tenant, 'first')
  await change(tenant.id, { monthlyChallengeLimit: 1 })
  expectError(await buy(tenant, 'second'), 409, 'monthly_challenge_limit_reached')
  await change(tenant.id, { monthlyChallengeLimit: 2 })
  expect((await buy(tenant, 'second')).status).toBe(201)
})

test('what a tenant is for life cannot be changed', async () => {
  const { id } = await used.service.seed()
  const { body } = await change(id, { environment: 'production', currency: 'USD', id: NO_ID })
  expect(body.tenant).toMatchObject({ id, environment: 'staging', currency: 'EUR' })
})

test('an unknown tenant is not found', async () => {
  expectError(await change(NO_ID, {}), 404, 'not_found')
})

test.each(
  casesOf({
    name: optional(wrong.name),
    ...wrongTenant,
  }),
)('a wrong %s is named: %j', async (field, value) => {
  expectWrong(await change(used.tenant.id, { [field]: value }), field)
  const { tenant } = (await used.service.superAdmin.get(`/v1/super-admin/tenants/${used.tenant.id}`)).body
  expect(tenant).toMatchObject({ name: 'Test', maxBackfillHours: 168, monthlyChallengeLimit: null, rateLimits: {} })
})

test.each([[undefined], [null], [[]], ['tenant']])('%j is no change', async (body) =>
  expectWrong(await change(used.tenant.id, body), 'body'),
)

testAccess(used, changeTenant)
testPath(used, changeTenant)
testBody(used, changeTenant)
