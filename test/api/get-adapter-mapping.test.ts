import { expect, test } from 'vitest'
import { getAdapterMapping } from '../../src/contract/operations/adapter-mapping.ts'
import { mapping, setMapping } from '../helpers/adapter.ts'
import { expectError } from '../helpers/expect-error.ts'
import { testAccess } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'

const used = useService()
const PATH = '/v1/admin/adapter-mapping'

test('there is none, then it is shown with its time', async () => {
  const tenant = await used.service.seed()
  expectError(await tenant.api.get(PATH), 404, 'not_found')
  await setMapping(tenant)
  const { status, body } = await tenant.api.get(PATH)
  expect(status).toBe(200)
  expect(body).toEqual({
    ...mapping,
    updatedAt: expect.stringMatching(/^2026-03-02T12:/),
    correlationId: expect.any(String),
  })
  expectError(await used.tenant.api.get(PATH), 404, 'not_found')
})

test('settings neither show nor change it', async () => {
  const tenant = await used.service.seed()
  await setMapping(tenant)
  await tenant.api.patch('/v1/admin/settings', { maxBackfillHours: 24, adapterMapping: null })
  expect((await tenant.api.get(PATH)).body).toMatchObject(mapping)
  expect(await tenant.api.get('/v1/admin/settings')).not.toHaveProperty('body.adapterMapping')
})

testAccess(used, getAdapterMapping)
