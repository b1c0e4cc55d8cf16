import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from '../../packages/sdk/src/index.ts'
import { buy, startService, type TestService, type TestTenant } from '../helpers/service.ts'

let service: TestService
let tenant: TestTenant
beforeAll(async () => {
  service = await startService()
  tenant = await service.seed()
})
afterAll(() => service.end())

test('changes are followed with the server key, and no token is made for the player whose they are', async () => {
  const client = createClient({ baseUrl: service.url, credentials: { serverKey: tenant.serverKey } })
  const told: unknown[] = []
  for await (const { type, data } of client.streamChanges({ userId: 'anna' })) {
    if (type === 'changed') told.push(...data.kinds)
    else if (type === 'listening' && data.live) await buy(tenant, 'anna')
    if (told.includes('program')) break
  }
  expect(told).toContain('program')
})
