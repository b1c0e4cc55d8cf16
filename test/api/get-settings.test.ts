import { expect, test } from 'vitest'
import { getSettings } from '../../src/contract/operations/operator.ts'
import { testAccess } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'

const used = useService()
const PATH = '/v1/admin/settings'

test('a new tenant has the usual settings', async () => {
  const { status, body } = await used.tenant.api.get(PATH)
  expect(status).toBe(200)
  expect(body).toEqual({
    webhookUrl: null,
    approvalUrl: null,
    payoutReview: 'operator',
    integrationMode: 'sync',
    maxBackfillHours: 168,
    widget: {},
    loyaltyTiers: [],
    correlationId: expect.any(String),
  })
})

test('each tenant has its own', async () => {
  const other = await used.service.seed({ maxBackfillHours: 24, payoutReview: 'automatic' })
  expect((await other.api.get(PATH)).body).toMatchObject({ maxBackfillHours: 24, payoutReview: 'automatic' })
  expect((await used.tenant.api.get(PATH)).body.maxBackfillHours).toBe(168)
})

testAccess(used, getSettings)
