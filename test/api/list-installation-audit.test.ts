import { beforeAll, expect, test } from 'vitest'
import { listInstallationAudit } from '../../src/contract/operations/audit.ts'
import { auditOf } from '../helpers/audit.ts'
import { expectWrong } from '../helpers/expect-error.ts'
import { testAccess, testPages } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'

const used = useService()
const list = (query = '') => used.service.superAdmin.get(`/v1/super-admin/audit/events?${query}`)

beforeAll(async () => {
  for (const enabled of [true, false, true, false]) {
    await used.service.superAdmin.put('/v1/super-admin/maintenance', { enabled, message: 'Back soon' })
  }
})

test('what concerns all tenants stands in a chain of its own, and in that of none of them', async () => {
  const { status, body } = await list()
  expect(status).toBe(200)
  expect(body.events).toMatchObject([
    { seq: 4, action: 'maintenance.ended', actor: 'super_admin', target: 'installation:all', ip: '127.0.0.1' },
    { seq: 3, action: 'maintenance.begun', after: { message: 'Back soon' } },
    { seq: 2, action: 'maintenance.ended' },
    { seq: 1, action: 'maintenance.begun', prevHash: '0'.repeat(64) },
  ])
  expect((await auditOf(used.tenant)).filter(({ action }) => action.startsWith('maintenance'))).toEqual([])
})

test('it is searched like that of a tenant', async () => {
  expect((await list('action=maintenance.begun')).body.events).toHaveLength(2)
  expect((await list('actor=server_key')).body.events).toEqual([])
  expectWrong(await list('from=yesterday'), 'from')
})

testAccess(used, listInstallationAudit)
testPages(list, ({ events }) => events)
