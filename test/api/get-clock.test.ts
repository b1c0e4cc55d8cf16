import { expect, test } from 'vitest'
import { getClock } from '../../src/contract/operations/installation.ts'
import { advance } from '../helpers/bets.ts'
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

testAccess(used, getClock)
