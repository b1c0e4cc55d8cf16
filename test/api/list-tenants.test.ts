import { beforeAll, expect, test } from 'vitest'
import { listTenants } from '../../src/contract/operations/installation.ts'
import { testAccess, testPages } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'

const used = useService()
const list = (query = '') => used.service.superAdmin.get(`/v1/super-admin/tenants?${query}`)

const names = ['Second', 'Third', 'Fourth', 'Fifth']
beforeAll(async () => {
  for (const name of names)
    await used.service.superAdmin.post('/v1/super-admin/tenants', { name, environment: 'staging' })
})

test('tenants are listed, newest first, as they are shown one by one', async () => {
  const { status, body } = await list()
  expect(status).toBe(200)
  expect(body.tenants.map(({ name }: { name: string }) => name)).toEqual([...names.reverse(), 'Test'])
  expect(body.nextCursor).toBeNull()
  const last = body.tenants.at(-1)
  expect(last.id).toBe(used.tenant.id)
  expect((await used.service.superAdmin.get(`/v1/super-admin/tenants/${last.id}`)).body.tenant).toEqual(last)
})

testAccess(used, listTenants)
testPages(list, ({ tenants }) => tenants)
