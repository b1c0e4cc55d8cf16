import { expect, test } from 'vitest'
import { createTenant } from '../../src/contract/operations/installation.ts'
import { expectError, expectWrong } from '../helpers/expect-error.ts'
import { testAccess, testBody } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'
import { casesOf, wrong, wrongTenant } from '../helpers/wrong-values.ts'

const used = useService()
const PATH = '/v1/super-admin/tenants'
const create = (more: object = {}) =>
  used.service.superAdmin.post(PATH, { name: 'Operator', environment: 'staging', ...more })
const tenants = async () => (await used.service.superAdmin.get(`${PATH}?limit=500`)).body.tenants

test('a tenant is made with usual settings', async () => {
  const { status, body } = await create()
  expect(status).toBe(201)
  expect(body.tenant).toEqual({
    id: expect.any(String),
    name: 'Operator',
    environment: 'staging',
    currency: 'EUR',
    webhookUrl: null,
    approvalUrl: null,
    payoutReview: 'operator',
    integrationMode: 'sync',
    maxBackfillHours: 168,
    monthlyChallengeLimit: null,
    rateLimits: {},
    createdAt: '2026-03-02T12:00:00.000Z',
  })
  expect(await tenants()).toContainEqual(body.tenant)
})

test('or with those that were sent', async () => {
  const wanted = {
    name: 'Größe & Söhne',
    environment: 'production',
    currency: 'GBP',
    webhookUrl: 'https://operator.example/hooks',
    approvalUrl: 'https://operator.example/approve',
    payoutReview: 'automatic',
    maxBackfillHours: 0,
    monthlyChallengeLimit: 0,
    rateLimits: { bets: 60_000, betEventsPerUser: 1 },
  }
  const { body } = await create(wanted)
  expect(body.tenant).toMatchObject(wanted)
})

test('its keys are of their kinds, differ and work at once', async () => {
  const { serverKey, publicKey, webhookSecret } = (await create()).body
  expect(serverKey).toMatch(/^key-.{32,}$/)
  expect(publicKey).toMatch(/^pk_.{32,}$/)
  expect(webhookSecret).toMatch(/^[0-9a-f]{64}$/)
  const as = (key: string) => used.service.anybody.with({ 'x-api-key': key })
  expect((await as(serverKey).get('/v1/admin/settings')).status).toBe(200)
  expect((await as(publicKey).get('/v1/challenge-tiers')).status).toBe(200)
  expectError(await as(publicKey).get('/v1/admin/settings'), 403, 'forbidden')
  expectError(await as(webhookSecret).get('/v1/challenge-tiers'), 401, 'unauthorized')
  const again = (await create()).body
  expect(
    new Set([serverKey, publicKey, webhookSecret, again.serverKey, again.publicKey, again.webhookSecret]).size,
  ).toBe(6)
})

test('keys are kept as hashes only', async () => {
  const { serverKey, publicKey } = (await create()).body
  const { rows } = await used.service.app.pool.query('select to_jsonb(k) as key from api_keys k')
  expect(rows.length).toBeGreaterThan(0)
  for (const key of [serverKey, publicKey]) expect(JSON.stringify(rows)).not.toContain(key.slice(8))
})

test.each(
  casesOf({
    name: wrong.name,
    environment: [undefined, null, '', 'test', 7],
    currency: [null, '', 'eur', 'EURO', 'E1R', 978, 'JPY', 'KWD', 'CLF'],
    ...wrongTenant,
  }),
)('a wrong %s is named: %j', async (field, value) => {
  const before = (await tenants()).length
  expectWrong(await create({ [field]: value }), field)
  expect(await tenants()).toHaveLength(before)
})

test.each(['EUR', 'COP', 'HUF', 'IDR', 'RSD'])('%s has two decimals by ISO 4217', async (currency) => {
  const { status, body } = await create({ currency })
  expect(status).toBe(201)
  expect(body.tenant.currency).toBe(currency)
})

test('what a currency looks like is said', async () => {
  const { body } = await create({ currency: 'eur' })
  expect(body.fields).toEqual([{ field: 'currency', message: 'must be three capital letters' }])
})

test('a plan has a hundred rate limits at most', async () => {
  const named = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`limit${i}`, 1]))
  expectWrong(await create({ rateLimits: named(101) }), 'rateLimits')
  expect((await create({ rateLimits: named(100) })).status).toBe(201)
})

test.each([0, -1, 1.5, '60', null, 1e10])('a rate limit of %j is named', async (bets) =>
  expectWrong(await create({ rateLimits: { bets } }), 'rateLimits.bets'),
)

test('all that is missing is named', async () => {
  expectWrong(await used.service.superAdmin.post(PATH, {}), 'name', 'environment')
  for (const body of [undefined, null, [], 'tenant'])
    expectWrong(await used.service.superAdmin.post(PATH, body), 'body')
})

testAccess(used, createTenant)
testBody(used, createTenant)
