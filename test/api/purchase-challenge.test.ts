import { afterAll, beforeAll, expect, test } from 'vitest'
import { buy, buyAndPass, startService, type TestService, type TestTenant } from '../helpers/service.ts'

const NOON = '2026-03-02T12:00:00.000Z'
const PATH = '/v1/challenges/purchase'

let service: TestService
let tenant: TestTenant
beforeAll(async () => {
  service = await startService()
  tenant = await service.seed()
})
afterAll(() => service.end())

test('a purchase starts a challenge with the numbers of its tier', async () => {
  const { status, body } = await buy(tenant, 'buyer')
  expect(status).toBe(201)
  expect(body.challenge).toMatchObject({
    tenantId: tenant.id,
    userId: 'buyer',
    challengeTierId: tenant.tierId,
    rulesetId: tenant.challengeRulesetId,
    status: 'active',
    ownStake: 20,
    bonusAmount: 80,
    startingBalance: 100,
    currentBalance: 100,
    targetBalance: 150,
    durationDays: 30,
    startedAt: NOON,
    createdAt: NOON,
    expiresAt: '2026-04-01T12:00:00.000Z',
    currency: 'EUR',
  })
})

test('a timestamp in the past is where the challenge starts', async () => {
  const { status, body } = await buy(tenant, 'back-dated', { timestamp: '2026-03-01T14:00:00+02:00' })
  expect(status).toBe(201)
  expect(body.challenge).toMatchObject({ startedAt: '2026-03-01T12:00:00.000Z', expiresAt: '2026-03-31T12:00:00.000Z' })
})

test('an id of 128 characters of any language is taken and comes back', async () => {
  const userId = 'Ω'.repeat(128)
  expect((await buy(tenant, userId)).body.challenge.userId).toBe(userId)
  const progress = await tenant.api.get(`/v1/users/${encodeURIComponent(userId)}/progress`)
  expect(progress.body.type).toBe('challenge')
})

test('fields that nobody asked for are passed over', async () => {
  expect((await buy(tenant, 'talkative', { campaign: 'spring', status: 'passed' })).status).toBe(201)
})

test('a player has one challenge at a time', async () => {
  await buy(tenant, 'greedy')
  expect(await buy(tenant, 'greedy')).toMatchObject({ status: 409, body: { error: 'active_challenge_exists' } })
})

test('a choice that is open comes before a new purchase', async () => {
  await buyAndPass(tenant, 'undecided')
  expect(await buy(tenant, 'undecided')).toMatchObject({ status: 409, body: { error: 'challenge_awaiting_choice' } })
})

test('a funded account comes before a new purchase', async () => {
  await buyAndPass(tenant, 'funded')
  await tenant.api.post('/v1/users/funded/challenge/continue')
  expect(await buy(tenant, 'funded')).toMatchObject({ status: 409, body: { error: 'active_funded_account_exists' } })
})

test('after a refund the next purchase goes through at once', async () => {
  await buyAndPass(tenant, 'refunded')
  const key = { 'x-idempotency-key': 'refund-of-refunded' }
  await tenant.api.post('/v1/users/refunded/challenge/refund-stake', { confirm: true }, key)
  expect((await buy(tenant, 'refunded')).status).toBe(201)
})

test('after a cancellation the shop is closed until midnight, and says until when', async () => {
  await buy(tenant, 'quitter')
  await tenant.api.post('/v1/users/quitter/challenge/cancel', { confirm: true })
  expect(await buy(tenant, 'quitter')).toMatchObject({
    status: 429,
    body: { error: 'purchase_cooldown', cooldownUntil: '2026-03-03T00:00:00.000Z' },
  })
})

test('who is self-excluded buys nothing', async () => {
  await tenant.api.put('/v1/admin/users/excluded/self-exclusion', { excluded: true })
  expect(await buy(tenant, 'excluded')).toMatchObject({ status: 409, body: { error: 'user_self_excluded' } })
})

test('a tier that is unknown, another tenant’s or off the shelf is not sold', async () => {
  const other = await service.seed()
  const unknown = { ...tenant, tierId: '019aa5f2-7c00-7000-8000-000000000000' }
  expect(await buy(unknown, 'anybody')).toMatchObject({ status: 409, body: { error: 'tier_not_found' } })
  expect(await buy({ ...tenant, tierId: other.tierId }, 'anybody')).toMatchObject({
    status: 409,
    body: { error: 'tier_not_found' },
  })
  await other.api.put(`/v1/admin/challenge-tiers/${other.tierId}`, { enabled: false })
  expect(await buy(other, 'anybody')).toMatchObject({ status: 409, body: { error: 'tier_disabled' } })
})

test('the plan of the tenant can end the month', async () => {
  const small = await service.seed({ monthlyChallengeLimit: 1 })
  expect((await buy(small, 'first')).status).toBe(201)
  expect(await buy(small, 'second')).toMatchObject({ status: 409, body: { error: 'monthly_challenge_limit_reached' } })
})

test.each([
  ['userId', { userId: undefined }],
  ['userId', { userId: '' }],
  ['userId', { userId: 7 }],
  ['userId', { userId: 'x'.repeat(129) }],
  ['userId', { userId: 'a\u0000b' }],
  ['userId', { userId: 'a\ud800b' }],
  ['challengeTierId', { challengeTierId: undefined }],
  ['challengeTierId', { challengeTierId: 'tier-1' }],
  ['challengeTierId', { challengeTierId: null }],
  ['timestamp', { timestamp: 'yesterday' }],
  ['timestamp', { timestamp: '2026-02-30T00:00:00Z' }],
  ['timestamp', { timestamp: 1772452800 }],
  ['timestamp', { timestamp: '2026-03-02T12:05:01Z' }],
  ['timestamp', { timestamp: '2026-01-01T00:00:00Z' }],
])('a wrong %s is named: %j', async (field, wrong) => {
  const { status, body } = await tenant.api.post(PATH, { userId: 'wrong', challengeTierId: tenant.tierId, ...wrong })
  expect({ status, error: body.error }).toEqual({ status: 400, error: 'validation_error' })
  expect(body.fields.map((problem: { field: string }) => problem.field)).toEqual([field])
  expect((await tenant.api.get('/v1/users/wrong/progress')).body.type).toBe('none')
})

test('twenty copies of a purchase with one key buy once and get one answer', async () => {
  const request = { userId: 'impatient', challengeTierId: tenant.tierId }
  const key = { 'x-idempotency-key': 'purchase-1' }
  const answers = await Promise.all(Array.from({ length: 20 }, () => tenant.api.post(PATH, request, key)))
  const bought = answers.filter(({ status }) => status === 201)
  const refused = answers.filter(({ status }) => status !== 201)
  expect(new Set(bought.map(({ body }) => body.challenge.id)).size).toBe(1)
  expect(refused.every(({ status, body }) => status === 409 && body.error === 'idempotency_in_progress')).toBe(true)
  const again = await tenant.api.post(PATH, request, key)
  expect(again.headers.get('idempotency-replayed')).toBe('true')
  expect(again.body).toEqual(bought[0]?.body)
  const other = await tenant.api.post(PATH, { ...request, userId: 'somebody-else' }, key)
  expect(other).toMatchObject({ status: 409, body: { error: 'idempotency_conflict' } })
})

test('no server key, no purchase', async () => {
  expect(await service.anybody.post(PATH, {})).toMatchObject({ status: 401, body: { error: 'unauthorized' } })
  expect(await tenant.publicApi.post(PATH, {})).toMatchObject({ status: 403, body: { error: 'forbidden' } })
})
