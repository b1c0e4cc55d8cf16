import { afterAll, beforeAll, expect, test } from 'vitest'
import { isWaitingFor, publishAnother } from '../helpers/publishing.ts'
import { startService, type TestService, type TestTenant } from '../helpers/service.ts'

const widget = { locale: 'de', theme: { accent: '#0a7d4f' } }
const loyaltyTiers = [{ id: 'gold', name: 'Gold', level: 2, minPoints: 1000, benefits: ['A faster payout'] }]

let service: TestService
let staging: TestTenant
beforeAll(async () => {
  service = await startService()
  staging = await service.seed({
    monthlyChallengeLimit: 500,
    rateLimits: { bets: 4000 },
    payoutReview: 'automatic',
    maxBackfillHours: 48,
    webhookUrl: 'https://staging.operator.example/hooks',
    approvalUrl: 'https://staging.operator.example/approval',
  })
  await staging.api.put(`/v1/admin/rulesets/${staging.challengeRulesetId}`, { maxStakePercent: 30 })
  await staging.api.put(`/v1/admin/challenge-tiers/${staging.tierId}`, { name: 'Starter, second edition' })
  expect((await staging.api.patch('/v1/admin/settings', { widget, loyaltyTiers })).status).toBe(200)
  await staging.api.post('/v1/sandbox/clock/advance', { byHours: 50 })
})
afterAll(() => service.end())

const promote = (id: string) => service.superAdmin.post(`/v1/super-admin/tenants/${id}/promote`)

test('a production tenant has the settings, the plan, the rulesets and the tiers of its staging tenant', async () => {
  const { status, body } = await promote(staging.id)
  expect(status).toBe(201)
  expect(body.tenant).toMatchObject({
    name: 'Test',
    environment: 'production',
    currency: 'EUR',
    payoutReview: 'automatic',
    maxBackfillHours: 48,
    monthlyChallengeLimit: 500,
    rateLimits: { bets: 4000 },
  })
  const production = service.anybody.with({ 'x-api-key': body.serverKey })
  const settings = (await production.get('/v1/admin/settings')).body
  expect(settings).toMatchObject({ widget, loyaltyTiers })
  const rulesets = (await production.get('/v1/admin/rulesets')).body.rulesets
  expect(rulesets.map(contentOf)).toEqual((await staging.api.get('/v1/admin/rulesets')).body.rulesets.map(contentOf))
  const tiers = (await production.get('/v1/admin/challenge-tiers')).body.challengeTiers
  expect(tiers.map(contentOf)).toEqual(
    (await staging.api.get('/v1/admin/challenge-tiers')).body.challengeTiers.map(contentOf),
  )
  expect(tiers).toMatchObject([{ id: staging.tierId, name: 'Starter, second edition', version: 1 }])
})

/** Without what belongs to the tenant and to the moment. */
function contentOf({ tenantId: _, version: __, createdAt: ___, updatedAt: ____, ...content }: Record<string, unknown>) {
  return content
}

test('it has keys of its own and lives in real time', async () => {
  const { body } = await promote(staging.id)
  expect(body.serverKey).toMatch(/^key-/)
  expect(body.publicKey).toMatch(/^pk_/)
  expect(body.webhookSecret).toMatch(/^[0-9a-f]{64}$/)
  expect(body.tenant.id).not.toBe(staging.id)
  const production = service.anybody.with({ 'x-api-key': body.serverKey })
  const bought = await production.post('/v1/challenges/purchase', { userId: 'anna', challengeTierId: staging.tierId })
  expect(bought.body.challenge.startedAt).toBe(new Date(service.app.clock.now()).toISOString())
  expect((await staging.api.get('/v1/users/anna/progress')).body.type).toBe('none')
  expect((await production.post('/v1/sandbox/clock/advance', { byHours: 1 })).status).toBe(403)
})

test('it calls nobody until it is told whom, so that a sandbox never hears of real money', async () => {
  const { body } = await promote(staging.id)
  expect(body.tenant).toMatchObject({ webhookUrl: null, approvalUrl: null })
})

test('what is promoted lives on by itself', async () => {
  const { body } = await promote(staging.id)
  await staging.api.put(`/v1/admin/challenge-tiers/${staging.tierId}`, { enabled: false })
  const production = service.anybody.with({ 'x-api-key': body.serverKey })
  expect((await production.get('/v1/challenge-tiers')).body.challengeTiers).toHaveLength(1)
  await staging.api.put(`/v1/admin/challenge-tiers/${staging.tierId}`, { enabled: true })
})

test('only a staging tenant can be promoted', async () => {
  const production = await service.seed({ environment: 'production' })
  expect(await promote(production.id)).toMatchObject({ status: 409, body: { error: 'tenant_not_staging' } })
  expect(await promote('019aa5f2-7c00-7000-8000-000000000000')).toMatchObject({
    status: 404,
    body: { error: 'not_found' },
  })
  expect(await promote('tenant-1')).toMatchObject({ status: 400, body: { error: 'validation_error' } })
})

test('what is published while it is promoted comes as a whole or not at all', async () => {
  const tenant = await service.seed()
  const other = await service.app.pool.connect()
  await other.query('begin')
  // Who copies rulesets waits behind this, and who reads them does not.
  await other.query('lock table rulesets in share mode')
  const promoted = promote(tenant.id)
  await isWaitingFor(service.app.pool, 'rulesets')
  await publishAnother(other, tenant)
  await other.query('commit')
  other.release()
  const production = service.anybody.with({ 'x-api-key': (await promoted).body.serverKey })
  const { status, body } = await production.get('/v1/challenge-tiers')
  expect(status).toBe(200)
  expect(body.challengeTiers.map(({ name }: { name: string }) => name)).toEqual(['Starter'])
})
