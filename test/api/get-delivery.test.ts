import { expect, test } from 'vitest'
import { getDelivery } from '../../src/contract/operations/backoffice.ts'
import { expectError } from '../helpers/expect-error.ts'
import { buy } from '../helpers/service.ts'
import { NO_ID, testAccess, testPath } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'

const used = useService()

test('a delivery is shown with the body that is sent', async () => {
  const tenant = await used.service.seed({ webhookUrl: 'https://operator.example/hook' })
  const { challenge } = (await buy(tenant, 'anna')).body
  const [{ id }] = (await tenant.api.get('/v1/admin/webhook-deliveries')).body.deliveries
  const { status, body } = await tenant.api.get(`/v1/admin/webhook-deliveries/${id}`)
  expect(status).toBe(200)
  expect(body.delivery).toMatchObject({ id, eventType: 'challenge.activated', userId: 'anna', status: 'pending' })
  expect(body.body).toMatchObject({
    eventId: id,
    eventType: 'challenge.activated',
    userId: 'anna',
    data: { challengeId: challenge.id, ownStake: 20 },
  })
})

test('so is a ping', async () => {
  const tenant = await used.service.seed({ webhookUrl: 'https://operator.example/hook' })
  const { eventId } = (await tenant.api.post('/v1/admin/webhook-deliveries/ping')).body
  const { body } = await tenant.api.get(`/v1/admin/webhook-deliveries/${eventId}`)
  expect(body.body).toMatchObject({ eventId, eventType: 'ping' })
})

test('one of nobody, or of another tenant, is not found', async () => {
  expectError(await used.tenant.api.get(`/v1/admin/webhook-deliveries/${NO_ID}`), 404, 'not_found')
  const tenant = await used.service.seed({ webhookUrl: 'https://operator.example/hook' })
  const { eventId } = (await tenant.api.post('/v1/admin/webhook-deliveries/ping')).body
  expectError(await used.tenant.api.get(`/v1/admin/webhook-deliveries/${eventId}`), 404, 'not_found')
})

testAccess(used, getDelivery)
testPath(used, getDelivery)
