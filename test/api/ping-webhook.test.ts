import { expect, test } from 'vitest'
import { pingWebhook } from '../../src/contract/operations/webhooks.ts'
import { testAccess } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'

const used = useService()

test('a ping becomes a delivery of its own', async () => {
  const { status, body } = await used.tenant.api.post('/v1/admin/webhook-deliveries/ping')
  expect(status).toBe(200)
  const { deliveries } = (await used.tenant.api.get('/v1/admin/webhook-deliveries')).body
  expect(deliveries).toMatchObject([{ eventId: body.eventId, eventType: 'ping', userId: null, status: 'pending' }])
})

testAccess(used, pingWebhook)
