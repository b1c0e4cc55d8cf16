import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeLog } from '../../src/log.ts'
import { Telemetry } from '../../src/telemetry.ts'
import { buy, startService, type TestService, type TestTenant } from '../helpers/service.ts'

/** The level of the log. */
const INFO = 30
const lines: string[] = []
const telemetry = new Telemetry(makeLog('info', { write: (line) => void lines.push(line) }))
let service: TestService
let maintained: TestTenant
let other: TestTenant
beforeAll(async () => {
  service = await startService({ edge: () => ({ telemetry }) })
  maintained = await service.seed()
  other = await service.seed()
})
afterAll(() => service.end())

const pathOf = (id: string): string => `/v1/super-admin/tenants/${id}/maintenance`

test('one tenant is maintained, the others write on', async () => {
  const begun = await service.superAdmin.put(pathOf(maintained.id), { enabled: true, message: 'Moving you' })
  expect(begun).toMatchObject({ status: 200, body: { maintenance: { enabled: true, message: 'Moving you' } } })
  expect(await buy(maintained, 'anna')).toMatchObject({
    status: 503,
    body: { error: 'maintenance_mode', message: 'Moving you' },
  })
  expect((await maintained.api.get('/v1/challenge-tiers')).status).toBe(200)
  expect((await buy(other, 'anna')).status).toBe(201)
  const ended = await service.superAdmin.put(pathOf(maintained.id), { enabled: false })
  expect(ended.body.maintenance).toEqual({ enabled: false, message: null })
  expect((await buy(maintained, 'anna')).status).toBe(201)
})

test('a tenant that does not exist is not found, the one that stands for all included', async () => {
  for (const id of ['019aa5f2-7c00-7000-8000-5f3b2a9c4d1e', '00000000-0000-0000-0000-000000000000']) {
    expect((await service.superAdmin.put(pathOf(id), { enabled: true })).status).toBe(404)
    expect((await service.superAdmin.put(pathOf(id), { enabled: false })).status).toBe(404)
  }
  expect((await buy(other, 'boris')).status).toBe(201)
})

test('nobody but the super admin can', async () => {
  expect((await maintained.api.put(pathOf(maintained.id), { enabled: true })).status).toBe(401)
})

test('what maintenance refuses is logged as planned, and no error', async () => {
  await service.superAdmin.put(pathOf(maintained.id), { enabled: true })
  lines.length = 0
  const { body } = await buy(maintained, 'ben')
  await service.superAdmin.put(pathOf(maintained.id), { enabled: false })
  const told = () => lines.map((line) => JSON.parse(line)).find((line) => line.correlationId === body.correlationId)
  await expect.poll(told).toMatchObject({ level: INFO, status: 503, error: 'maintenance_mode', msg: 'answered' })
})
