import { beforeAll, expect, test } from 'vitest'
import { getUsage } from '../../src/contract/operations/installation.ts'
import { advance, cancel, lose, place } from '../helpers/bets.ts'
import { expectError } from '../helpers/expect-error.ts'
import { openAccount } from '../helpers/payouts.ts'
import { buy, type TestTenant } from '../helpers/service.ts'
import { NO_ID, testAccess, testPath } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'

const used = useService()
const usageOf = async ({ id }: { readonly id: string }) =>
  (await used.service.superAdmin.get(`/v1/super-admin/tenants/${id}/usage`)).body

let tenant: TestTenant
beforeAll(async () => {
  tenant = await used.service.seed({ monthlyChallengeLimit: 5, webhookUrl: 'https://operator.example/hook' })
})

test('a tenant that has done nothing has used nothing', async () => {
  const { status, body } = await used.service.superAdmin.get(`/v1/super-admin/tenants/${used.tenant.id}/usage`)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    tenantId: used.tenant.id,
    month: '2026-03',
    purchases: 0,
    monthlyChallengeLimit: null,
    purchasesRemaining: null,
    users: 0,
    activePrograms: { challenges: 0, fundedAccounts: 0 },
    webhookDeliveries: { pending: 0, delivered: 0, failed: 0 },
  })
  expect(body.months).toHaveLength(12)
  expect(body.months[0]).toEqual({ month: '2026-03', purchases: 0, betEvents: 0, webhookEvents: 0 })
  expect(body.months[11].month).toBe('2025-04')
})

test('what was bought, bet and told is counted, by the months of the tenant', async () => {
  await openAccount(tenant, 'anna')
  await buy(tenant, 'ben')
  await place(tenant, 'ben', 'b1')
  await lose(tenant, 'ben', 'b1')
  await place(tenant, 'ben', 'b2', { odds: 100 })
  const usage = await usageOf(tenant)
  expect(usage).toMatchObject({
    purchases: 2,
    monthlyChallengeLimit: 5,
    purchasesRemaining: 3,
    users: 2,
    activePrograms: { challenges: 1, fundedAccounts: 1 },
    webhookDeliveries: { pending: 5, delivered: 0, failed: 0 },
  })
  expect(usage.months[0]).toEqual({ month: '2026-03', purchases: 2, betEvents: 7, webhookEvents: 5 })
  await cancel(tenant, 'ben')
  await advance(tenant, '2026-04-01T00:00:00Z')
  await buy(tenant, 'carl')
  const later = await usageOf(tenant)
  expect(later).toMatchObject({ month: '2026-04', purchases: 1, purchasesRemaining: 4 })
  expect(later.months[1]).toMatchObject({ month: '2026-03', purchases: 2, betEvents: 7 })
})

test('a limit below what was bought leaves nothing', async () => {
  await used.service.superAdmin.patch(`/v1/super-admin/tenants/${tenant.id}`, { monthlyChallengeLimit: 0 })
  expect(await usageOf(tenant)).toMatchObject({ monthlyChallengeLimit: 0, purchasesRemaining: 0 })
})

test('a user who began anew is one user', async () => {
  const other = await used.service.seed()
  await buy(other, 'anna')
  await other.api.post('/v1/sandbox/reset/anna')
  expect(await usageOf(other)).toMatchObject({ users: 1, purchases: 1, activePrograms: { challenges: 0 } })
})

test('there is no such tenant', async () => {
  expectError(await used.service.superAdmin.get(`/v1/super-admin/tenants/${NO_ID}/usage`), 404, 'not_found')
})

testAccess(used, getUsage)
testPath(used, getUsage)
