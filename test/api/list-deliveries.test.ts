import { beforeAll, expect, test } from 'vitest'
import { listDeliveries } from '../../src/contract/operations/webhooks.ts'
import { expectWrong } from '../helpers/expect-error.ts'
import { buy } from '../helpers/service.ts'
import { testAccess } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'

const used = useService()
const ask = (query = '') => used.tenant.api.get(`/v1/admin/webhook-deliveries?${query}`)

beforeAll(async () => {
  await buy(used.tenant, 'before-the-url')
  await used.tenant.api.ask('PATCH', '/v1/admin/settings', { webhookUrl: 'https://operator.example/hook' })
  for (const user of ['anna', 'ben', 'clara']) await buy(used.tenant, user)
})

test('from the day of the URL on every event has its delivery, newest first', async () => {
  const { status, body } = await ask('status=pending')
  expect(status).toBe(200)
  expect(body.deliveries.map(({ userId }: { userId: string }) => userId)).toEqual(['clara', 'ben', 'anna'])
  expect(body.deliveries[0]).toMatchObject({
    eventType: 'challenge.activated',
    status: 'pending',
    attempts: 0,
    attemptLog: [],
    nextAttemptAt: expect.any(String),
    settledAt: null,
  })
  expect((await ask('status=failed')).body.deliveries).toEqual([])
})

test('pages follow one another', async () => {
  const first = await ask('limit=2')
  const second = await ask(`limit=2&cursor=${first.body.nextCursor}`)
  expect([...first.body.deliveries, ...second.body.deliveries]).toEqual((await ask()).body.deliveries)
  expect(second.body.nextCursor).toBeNull()
})

test('another tenant lists none of ours', async () => {
  const { api } = await used.service.seed()
  expect((await api.get('/v1/admin/webhook-deliveries')).body.deliveries).toEqual([])
})

test('a status that does not exist is wrong', async () => expectWrong(await ask('status=lost'), 'status'))

testAccess(used, listDeliveries)
