import { expect, test } from 'vitest'
import { getTenant } from '../../src/contract/operations/installation.ts'
import { expectError } from '../helpers/expect-error.ts'
import { NO_ID, testAccess, testPath } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'

const used = useService()
const show = (id: string) => used.service.superAdmin.get(`/v1/super-admin/tenants/${id}`)

test('a tenant is shown with its plan and without its keys', async () => {
  const { id, serverKey } = await used.service.seed({ monthlyChallengeLimit: 7, rateLimits: { validate: 100 } })
  const { status, body } = await show(id)
  expect(status).toBe(200)
  expect(body.tenant).toEqual({
    id,
    name: 'Test',
    environment: 'staging',
    currency: 'EUR',
    webhookUrl: null,
    approvalUrl: null,
    payoutReview: 'operator',
    integrationMode: 'sync',
    maxBackfillHours: 168,
    monthlyChallengeLimit: 7,
    rateLimits: { validate: 100 },
    createdAt: '2026-03-02T12:00:00.000Z',
  })
  expect(JSON.stringify(body)).not.toContain(serverKey)
  expect((await show(id.toUpperCase())).body.tenant.id).toBe(id)
})

test('an unknown tenant is not found', async () => {
  expectError(await show(NO_ID), 404, 'not_found')
  expectError(await show(used.tenant.tierId), 404, 'not_found')
})

testAccess(used, getTenant)
testPath(used, getTenant)
