import { expect, test } from 'vitest'
import { getClock } from '../../src/contract/operations/installation.ts'
import { advance } from '../helpers/bets.ts'
import { expectError } from '../helpers/expect-error.ts'
import { testAccess } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'

const used = useService()
const PATH = '/v1/sandbox/clock'

test('the time of a tenant is the real one plus what its clock was moved on', async () => {
  const { status, body } = await used.tenant.api.get(PATH)
  expect(status).toBe(200)
  expect(body).toEqual({ now: '2026-03-02T12:00:00.000Z', correlationId: expect.any(String) })
  await advance(used.tenant, '2026-03-10T00:00:00Z')
  used.service.app.clock.forward(1500)
  expect((await used.tenant.api.get(PATH)).body.now).toBe('2026-03-10T00:00:01.500Z')
  expect((await (await used.service.seed()).api.get(PATH)).body.now).toBe('2026-03-02T12:00:01.500Z')
})

test('a replica that has not heard yet that the time was moved tells it all the same', async () => {
  const tenant = await used.service.seed()
  await tenant.api.get(PATH)
  // Another replica moves it, and the notice that tells of a changed tenant is still on its way.
  const other = await used.service.app.pool.connect()
  await other.query('begin')
  await other.query("set local session_replication_role = 'replica'")
  await other.query('update tenants set clock_offset_ms = clock_offset_ms + 3600000 where tenant_id = $1', [tenant.id])
  await other.query('commit')
  other.release()
  const now = new Date(used.service.app.clock.now() + 3_600_000).toISOString()
  expect((await tenant.api.get(PATH)).body.now).toBe(now)
  const past = await tenant.api.post(`${PATH}/advance`, {
    to: new Date(used.service.app.clock.now() + 1000).toISOString(),
  })
  expectError(past, 400, 'validation_error')
})

testAccess(used, getClock)
