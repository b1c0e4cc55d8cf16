import { beforeAll, expect, test } from 'vitest'
import { replayDeliveries } from '../../src/contract/operations/webhooks.ts'
import { expectWrong } from '../helpers/expect-error.ts'
import { buy } from '../helpers/service.ts'
import { testAccess } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'

const used = useService()
const replay = (body: object) => used.tenant.api.post('/v1/admin/webhook-deliveries/replay', body)
const hoursFromNow = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString()
const around = { from: hoursFromNow(-1), to: hoursFromNow(1) }

beforeAll(async () => {
  await used.tenant.api.ask('PATCH', '/v1/admin/settings', { webhookUrl: 'https://operator.example/hook' })
  for (const user of ['anna', 'ben']) await buy(used.tenant, user)
  await used.tenant.api.post('/v1/users/anna/challenge/cancel', { confirm: true })
})

test('a range is delivered again, or of it the types that are named', async () => {
  expect((await replay(around)).body).toMatchObject({ replayed: 3 })
  expect((await replay({ ...around, eventTypes: ['challenge.cancelled'] })).body).toMatchObject({ replayed: 1 })
  expect((await replay({ from: hoursFromNow(-3), to: hoursFromNow(-2) })).body).toMatchObject({ replayed: 0 })
})

test.each([
  [{ to: around.to }, 'from'],
  [{ from: around.from }, 'to'],
  [{ ...around, from: 'yesterday' }, 'from'],
  [{ ...around, eventTypes: 'challenge.passed' }, 'eventTypes'],
])('%j is wrong', async (body, field) => expectWrong(await replay(body), field))

testAccess(used, replayDeliveries)
