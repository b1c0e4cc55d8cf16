import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { expectWrong } from '../helpers/expect-error.ts'
import { buy, placement, startService, type TestService, type TestTenant } from '../helpers/service.ts'

const PATH = '/v1/super-admin/maintenance'

let service: TestService
let tenant: TestTenant
beforeAll(async () => {
  service = await startService()
  tenant = await service.seed()
  await buy(tenant, 'anna')
})
afterEach(() => service.superAdmin.put(PATH, { enabled: false }))
afterAll(() => service.end())

test('in maintenance reads work and writes are refused with the message of the super admin', async () => {
  const { status, body } = await service.superAdmin.put(PATH, { enabled: true, message: 'Back at 06:00 UTC' })
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { maintenance: { enabled: true, message: 'Back at 06:00 UTC' } },
  })
  expect(await tenant.api.post('/v1/bets', placement('anna', 'b1'))).toMatchObject({
    status: 503,
    body: { error: 'maintenance_mode', message: 'Back at 06:00 UTC' },
  })
  expect((await tenant.api.put('/v1/admin/users/anna/self-exclusion', { excluded: true })).status).toBe(503)
  expect((await tenant.api.patch('/v1/admin/settings', { maxBackfillHours: 1 })).status).toBe(503)
  expect((await tenant.api.get('/v1/users/anna/progress')).body.type).toBe('challenge')
})

test.each(['', 'a\u0000b', '\u0007', '\ud800', 'x'.repeat(501)])('%j is no message', async (message) => {
  expectWrong(await service.superAdmin.put(PATH, { enabled: true, message }), 'message')
  expect((await service.anybody.get('/health')).status).toBe(200)
})

test('a message may have lines', async () => {
  const message = 'Back at 06:00 UTC.\r\n\tAsk +49 30 1234 \u{1f600}'
  await service.superAdmin.put(PATH, { enabled: true, message })
  expect((await tenant.api.post('/v1/bets', placement('anna', 'b0'))).body.message).toBe(message)
})

test('the health of the installation tells of its maintenance; that of one tenant is none of its business', async () => {
  await service.superAdmin.put(`/v1/super-admin/tenants/${tenant.id}/maintenance`, { enabled: true })
  expect((await service.anybody.get('/health')).status).toBe(200)
  await service.superAdmin.put(`/v1/super-admin/tenants/${tenant.id}/maintenance`, { enabled: false })
  await service.superAdmin.put(PATH, { enabled: true, message: 'Back at 06:00 UTC' })
  expect(await service.anybody.get('/health')).toMatchObject({
    status: 503,
    body: {
      error: 'maintenance_mode',
      message: 'Back at 06:00 UTC',
      status: 'maintenance',
      components: { database: expect.stringMatching(/^ok /), queue: expect.stringMatching(/^ok /) },
    },
  })
  expect((await service.anybody.get('/ready')).status).toBe(200)
  await service.superAdmin.put(PATH, { enabled: false })
  expect((await service.anybody.get('/health')).status).toBe(200)
})

test('nothing of a refused write happens, and the same request is taken afterwards', async () => {
  const bet = placement('anna', 'b2')
  const key = { 'x-idempotency-key': 'b2' }
  await service.superAdmin.put(PATH, { enabled: true })
  expect((await tenant.api.post('/v1/bets', bet, key)).body.error).toBe('maintenance_mode')
  await service.superAdmin.put(PATH, { enabled: false })
  expect((await tenant.api.post('/v1/bets', bet, key)).body).toMatchObject({ status: 'accepted', duplicate: false })
})

test('who has no right to write is told that, not that it is maintained', async () => {
  await service.superAdmin.put(PATH, { enabled: true })
  expect((await service.anybody.post('/v1/bets', placement('anna', 'b3'))).status).toBe(401)
})

test('the super admin goes on working', async () => {
  await service.superAdmin.put(PATH, { enabled: true })
  const made = await service.superAdmin.post('/v1/super-admin/tenants', { name: 'New', environment: 'staging' })
  expect(made.status).toBe(201)
})

test('a body that does not say whether is refused', async () => {
  expect(await service.superAdmin.put(PATH, {})).toMatchObject({
    status: 400,
    body: { fields: [{ field: 'enabled' }] },
  })
})

test('nobody but the super admin can', async () => {
  expect((await service.anybody.put(PATH, { enabled: true })).status).toBe(401)
})
