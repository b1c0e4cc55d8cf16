import { expect, test } from 'vitest'
import { retryDelivery } from '../../src/contract/operations/webhooks.ts'
import { expectError } from '../helpers/expect-error.ts'
import { buy } from '../helpers/service.ts'
import { NO_ID, testAccess, testPath } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'

const used = useService()
const PATH = '/v1/admin/webhook-deliveries'
const retry = (id: string, api = used.tenant.api) => api.post(`${PATH}/${id}/retry`)

test('a delivery that failed is due again, from its first attempt on', async () => {
  const { api } = used.tenant
  await api.ask('PATCH', '/v1/admin/settings', { webhookUrl: 'https://operator.example/hook' })
  await buy(used.tenant, 'anna')
  const [{ id }] = (await api.get(PATH)).body.deliveries
  await used.service.app.pool.query("update deliveries set status = 'failed', attempts = 10 where event_id = $1", [id])
  expect((await retry(id)).body).toMatchObject({ retried: true })
  expect((await api.get(PATH)).body.deliveries).toMatchObject([{ id, status: 'pending', attempts: 0 }])
  expectError(await retry(id, (await used.service.seed()).api), 404, 'not_found')
})

test('a delivery that does not exist is not found', async () => expectError(await retry(NO_ID), 404, 'not_found'))

testPath(used, retryDelivery)
testAccess(used, retryDelivery)
