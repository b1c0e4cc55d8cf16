import { expect, test } from 'vitest'
import { deleteAdapterMapping } from '../../src/contract/operations/adapter-mapping.ts'
import { setMapping, ticket } from '../helpers/adapter.ts'
import { place } from '../helpers/bets.ts'
import { expectError, expectWrong } from '../helpers/expect-error.ts'
import { buy } from '../helpers/service.ts'
import { testAccess } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'

const used = useService()
const PATH = '/v1/admin/adapter-mapping'

test('from then on bodies are read in the words of the interface', async () => {
  const tenant = await used.service.seed()
  await buy(tenant, 'anna')
  await setMapping(tenant)
  expect((await tenant.api.post('/v1/bets', ticket('anna', 'b1'))).status).toBe(200)
  const { status, body } = await tenant.api.ask('DELETE', PATH)
  expect(status).toBe(200)
  expect(body).toEqual({ deleted: true, correlationId: expect.any(String) })
  expectWrong(await tenant.api.post('/v1/bets', ticket('anna', 'b2')), 'userId', 'externalBetId', 'status')
  expect((await place(tenant, 'anna', 'b2', { stakeAmount: 1 })).body.status).toBe('accepted')
  expectError(await tenant.api.get(PATH), 404, 'not_found')
})

test('where there is none nothing happens', async () => {
  expect((await used.tenant.api.ask('DELETE', PATH)).body).toMatchObject({ deleted: false })
})

testAccess(used, deleteAdapterMapping)
