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
/** Days on which nothing happens, neither by the real clock nor by those of these tests. */
const before = { from: '2001-01-01', to: '2001-01-02' }
const after = { from: '2201-01-01', to: '2201-01-02' }

beforeAll(async () => {
  await used.tenant.api.ask('PATCH', '/v1/admin/settings', { webhookUrl: 'https://operator.example/hook' })
  for (const user of ['anna', 'ben']) await buy(used.tenant, user)
  await used.tenant.api.post('/v1/users/anna/challenge/cancel', { confirm: true })
})

test('a range is delivered again, or of it the types that are named', async () => {
  expect((await replay(around)).body).toMatchObject({ replayed: 3 })
  expect((await replay({ ...around, eventTypes: ['challenge.cancelled'] })).body).toMatchObject({ replayed: 1 })
  for (const other of [before, after]) expect((await replay(other)).body).toMatchObject({ replayed: 0 })
})

test('a range may name the times that the events bear', async () => {
  const [{ timestamp }] = (await used.tenant.api.get('/v1/admin/events')).body.events
  // The clock of these tests stands still.
  expect((await replay({ from: timestamp, to: timestamp })).body).toMatchObject({ replayed: 3 })
})

test('a delivery lies within the moment and the day that it is shown with', async () => {
  const { deliveries } = (await used.tenant.api.get('/v1/admin/webhook-deliveries')).body
  expect(deliveries).toHaveLength(3)
  for (const { createdAt } of deliveries) {
    const day = createdAt.slice(0, 10)
    expect((await replay({ from: createdAt, to: createdAt })).body.replayed).toBeGreaterThanOrEqual(1)
    expect((await replay({ from: day, to: day })).body.replayed).toBeGreaterThanOrEqual(1)
  }
})

test('a sandbox may name the times that its test clock has moved away', async () => {
  const { api } = await used.service.seed({ webhookUrl: 'https://operator.example/hook' })
  const { body: moved } = await api.post('/v1/sandbox/clock/advance', { byHours: 9_000 })
  const { body: tiers } = await api.get('/v1/challenge-tiers')
  await api.post('/v1/challenges/purchase', { userId: 'carl', challengeTierId: tiers.challengeTiers[0].id })
  const [{ timestamp }] = (await api.get('/v1/admin/events')).body.events
  expect(timestamp >= moved.now).toBe(true)
  const again = (range: object) => api.post('/v1/admin/webhook-deliveries/replay', range)
  expect((await again({ from: timestamp, to: timestamp })).body).toMatchObject({ replayed: 1 })
  expect((await again(around)).body).toMatchObject({ replayed: 1 })
  for (const other of [before, after]) expect((await again(other)).body).toMatchObject({ replayed: 0 })
})

test.each([
  [{ to: around.to }, 'from'],
  [{ from: around.from }, 'to'],
  [{ ...around, from: 'yesterday' }, 'from'],
  [{ from: around.to, to: around.from }, 'to'],
  [{ ...around, eventTypes: 'challenge.passed' }, 'eventTypes'],
  [{ ...around, eventTypes: ['challenge.passed', 'challenge.lost'] }, 'eventTypes.1'],
])('%j is wrong', async (body, field) => expectWrong(await replay(body), field))

testAccess(used, replayDeliveries)
