import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { DAY_MS } from '../../src/core/instant.ts'
import { cancel } from '../helpers/bets.ts'
import { buy, startService, type TestService, type TestTenant } from '../helpers/service.ts'

let service: TestService
let tenant: TestTenant
beforeAll(async () => {
  service = await startService()
})
beforeEach(async () => {
  tenant = await service.seed()
})
afterEach(() => {
  service.bugs.length = 0
})
afterAll(() => service.end())

const asked = () => fetch(`${service.url}/v1/admin/users/anna/export`, { headers: { 'x-api-key': tenant.serverKey } })
const BUG = expect.objectContaining({ name: 'InvariantBroken' })

test('a download that breaks in the midst is cut off, and told of as a failure of ours', async () => {
  await buy(tenant, 'anna')
  await cancel(tenant, 'anna')
  service.app.clock.forward(DAY_MS)
  await buy(tenant, 'anna')
  // The latest program is read from the player's snapshot, an earlier one from its own row.
  await service.app.pool.query(
    `update programs set state = '{"kind": "challenge", "terms": "lost"}' where ended_at is not null`,
  )
  await expect(asked().then((answer) => answer.text())).rejects.toThrow()
  expect(service.bugs).toEqual([BUG])
})

test('one that breaks before its first byte is answered so, and told of once', async () => {
  await buy(tenant, 'anna')
  await service.app.pool.query(`update players set state = '{"program": {"kind": "challenge", "terms": "lost"}}'`)
  const answer = await asked()
  expect([answer.status, await answer.json()]).toEqual([500, expect.objectContaining({ error: 'internal_error' })])
  expect(service.bugs).toEqual([BUG])
})
