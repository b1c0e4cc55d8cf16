import { expect, test } from 'vitest'
import { purchaseChallenge } from '../../src/contract/operations/challenges.ts'
import { expectWrong } from '../helpers/expect-error.ts'
import { buy, buyAndPass } from '../helpers/service.ts'
import { testAccess, testBody, testReplay } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'
import { casesOf, wrong } from '../helpers/wrong-values.ts'

const NOON = '2026-03-02T12:00:00.000Z'
const PATH = '/v1/challenges/purchase'

const used = useService()

test('a purchase starts a challenge with the numbers of its tier', async () => {
  const { status, body } = await buy(used.tenant, 'buyer')
  expect(status).toBe(201)
  expect(body.challenge).toMatchObject({
    tenantId: used.tenant.id,
    userId: 'buyer',
    challengeTierId: used.tenant.tierId,
    rulesetId: used.tenant.challengeRulesetId,
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
  const { status, body } = await buy(used.tenant, 'back-dated', { timestamp: '2026-03-01T14:00:00+02:00' })
  expect(status).toBe(201)
  expect(body.challenge).toMatchObject({ startedAt: '2026-03-01T12:00:00.000Z', expiresAt: '2026-03-31T12:00:00.000Z' })
})

test('an id of 128 characters of any language is taken and comes back', async () => {
  const userId = 'Ω'.repeat(128)
  expect((await buy(used.tenant, userId)).body.challenge.userId).toBe(userId)
  const progress = await used.tenant.api.get(`/v1/users/${encodeURIComponent(userId)}/progress`)
  expect(progress.body.type).toBe('challenge')
})

test('fields that nobody asked for are passed over', async () => {
  expect((await buy(used.tenant, 'talkative', { campaign: 'spring', status: 'passed' })).status).toBe(201)
})

test('a player has one challenge at a time', async () => {
  await buy(used.tenant, 'greedy')
  expect(await buy(used.tenant, 'greedy')).toMatchObject({ status: 409, body: { error: 'active_challenge_exists' } })
})

test('a choice that is open comes before a new purchase', async () => {
  await buyAndPass(used.tenant, 'undecided')
  expect(await buy(used.tenant, 'undecided')).toMatchObject({
    status: 409,
    body: { error: 'challenge_awaiting_choice' },
  })
})

test('a funded account comes before a new purchase', async () => {
  await buyAndPass(used.tenant, 'funded')
  await used.tenant.api.post('/v1/users/funded/challenge/continue')
  expect(await buy(used.tenant, 'funded')).toMatchObject({
    status: 409,
    body: { error: 'active_funded_account_exists' },
  })
})

test('after a refund the next purchase goes through at once', async () => {
  await buyAndPass(used.tenant, 'refunded')
  const key = { 'x-idempotency-key': 'refund-of-refunded' }
  await used.tenant.api.post('/v1/users/refunded/challenge/refund-stake', { confirm: true }, key)
  expect((await buy(used.tenant, 'refunded')).status).toBe(201)
})

test('after a cancellation the shop is closed until midnight, and says until when', async () => {
  await buy(used.tenant, 'quitter')
  await used.tenant.api.post('/v1/users/quitter/challenge/cancel', { confirm: true })
  expect(await buy(used.tenant, 'quitter')).toMatchObject({
    status: 429,
    body: { error: 'purchase_cooldown', cooldownUntil: '2026-03-03T00:00:00.000Z' },
  })
})

test('who is self-excluded buys nothing', async () => {
  await used.tenant.api.put('/v1/admin/users/excluded/self-exclusion', { excluded: true })
  expect(await buy(used.tenant, 'excluded')).toMatchObject({ status: 409, body: { error: 'user_self_excluded' } })
})

test('a tier that is unknown, another tenant’s or off the shelf is not sold', async () => {
  const other = await used.service.seed()
  const unknown = { ...used.tenant, tierId: '019aa5f2-7c00-7000-8000-000000000000' }
  expect(await buy(unknown, 'anybody')).toMatchObject({ status: 409, body: { error: 'tier_not_found' } })
  expect(await buy({ ...used.tenant, tierId: other.tierId }, 'anybody')).toMatchObject({
    status: 409,
    body: { error: 'tier_not_found' },
  })
  await other.api.put(`/v1/admin/challenge-tiers/${other.tierId}`, { enabled: false })
  expect(await buy(other, 'anybody')).toMatchObject({ status: 409, body: { error: 'tier_disabled' } })
})

test('the plan of the tenant can end the month', async () => {
  const small = await used.service.seed({ monthlyChallengeLimit: 1 })
  expect((await buy(small, 'first')).status).toBe(201)
  expect(await buy(small, 'second')).toMatchObject({ status: 409, body: { error: 'monthly_challenge_limit_reached' } })
})

test.each(
  casesOf({
    userId: wrong.id,
    challengeTierId: wrong.uuid,
    // Too far ahead, and so far back that the challenge would be over.
    timestamp: [
      ...wrong.moment,
      '0001-01-01T00:00:00Z',
      '9999-12-31T23:59:59Z',
      '2026-03-02T12:05:00.001Z',
      '2026-01-31T12:00:00Z',
    ],
  }),
)('a wrong %s is named: %j', async (field, value) => {
  const body = { userId: 'wrong', challengeTierId: used.tenant.tierId, [field]: value }
  expectWrong(await used.tenant.api.post(PATH, body), field)
  expect((await used.tenant.api.get('/v1/users/wrong/progress')).body.type).toBe('none')
})

test('a challenge does not start before the one before was over', async () => {
  const timestamp = '2026-03-02T11:59:59.999Z'
  await buyAndPass(used.tenant, 'returning')
  const key = { 'x-idempotency-key': 'refund-of-returning' }
  await used.tenant.api.post('/v1/users/returning/challenge/refund-stake', { confirm: true }, key)
  expectWrong(await buy(used.tenant, 'returning', { timestamp }), 'timestamp')
})

test('all that is missing is named', async () => {
  expectWrong(await used.tenant.api.post(PATH, {}), 'userId', 'challengeTierId')
  for (const body of [undefined, null, [], 'purchase']) expectWrong(await used.tenant.api.post(PATH, body), 'body')
})

test('twenty copies of a purchase with one key buy once and get one answer', async () => {
  const request = { userId: 'impatient', challengeTierId: used.tenant.tierId }
  const key = { 'x-idempotency-key': 'purchase-1' }
  const answers = await Promise.all(Array.from({ length: 20 }, () => used.tenant.api.post(PATH, request, key)))
  const bought = answers.filter(({ status }) => status === 201)
  const refused = answers.filter(({ status }) => status !== 201)
  expect(new Set(bought.map(({ body }) => body.challenge.id)).size).toBe(1)
  expect(refused.every(({ status, body }) => status === 409 && body.error === 'idempotency_in_progress')).toBe(true)
  const again = await used.tenant.api.post(PATH, request, key)
  expect(again.headers.get('idempotency-replayed')).toBe('true')
  expect(again.body).toEqual(bought[0]?.body)
  const other = await used.tenant.api.post(PATH, { ...request, userId: 'somebody-else' }, key)
  expect(other).toMatchObject({ status: 409, body: { error: 'idempotency_conflict' } })
})

testAccess(used, purchaseChallenge)
testBody(used, purchaseChallenge)
testReplay(201, async () => {
  const { api, tierId } = await used.service.seed()
  return { api, path: PATH, body: { userId: 'repeater', challengeTierId: tierId } }
})
