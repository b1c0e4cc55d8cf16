import { expect, test } from 'vitest'
import { setAdminRole } from '../../src/contract/operations/backoffice.ts'
import { actionsOf } from '../helpers/audit.ts'
import type { ApiClient } from '../helpers/client.ts'
import { expectError, expectWrong } from '../helpers/expect-error.ts'
import { asAdmin, employ, PASSWORD } from '../helpers/people.ts'
import type { TestTenant } from '../helpers/service.ts'
import { NO_ID, testAccess, testBody, testPath } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'

const used = useService()
const setRole = (api: ApiClient, id: string, role: unknown) => api.put(`/v1/admin/admins/${id}/role`, { role })

/** A person of a tenant, as its list of people has them. */
async function colleague(tenant: TestTenant, email: string, role: string) {
  await employ(used.service, tenant, email, { role })
  const { body } = await tenant.api.get('/v1/admin/admins')
  return body.admins.find((admin: { readonly email: string }) => admin.email === email)
}
const asks = (email: string) => asAdmin(used.service, email)

test('a new role counts at once, in a session that is open, too', async () => {
  const tenant = await used.service.seed()
  const boss = await colleague(tenant, 'boss@role.example', 'operator_admin')
  const anna = await colleague(tenant, 'anna@role.example', 'operator_viewer')
  const hers = await asks('anna@role.example')
  expectError(await hers.get('/v1/admin/admins'), 403, 'forbidden')
  const { status, body } = await setRole(await asks('boss@role.example'), anna.id, 'operator_admin')
  expect(status).toBe(200)
  expect(body.admin).toEqual({ ...anna, role: 'operator_admin' })
  expect((await hers.get('/v1/auth/session')).body.role).toBe('operator_admin')
  expect((await hers.get('/v1/admin/admins')).status).toBe(200)
  expect((await setRole(hers, boss.id, 'operator_support')).body.admin.role).toBe('operator_support')
  expectError(await (await asks('boss@role.example')).get('/v1/admin/admins'), 403, 'forbidden')
})

test('it is one act in the audit, and none where the role stays', async () => {
  const tenant = await used.service.seed()
  const { id } = await colleague(tenant, 'ben@role.example', 'operator_viewer')
  await setRole(tenant.api, id.toUpperCase(), 'operator_support')
  await setRole(tenant.api, id, 'operator_support')
  expect(await actionsOf(tenant, 'action=admin.role_changed')).toHaveLength(1)
  const { body } = await tenant.api.get('/v1/audit/events?action=admin.role_changed')
  expect(body.events[0]).toMatchObject({
    actor: 'server_key',
    target: `admin:${id}`,
    before: { role: 'operator_viewer' },
    after: { role: 'operator_support' },
  })
})

test('nobody changes their own role, up or down', async () => {
  const tenant = await used.service.seed()
  await colleague(tenant, 'first@self.example', 'operator_admin')
  const { id } = await colleague(tenant, 'second@self.example', 'operator_admin')
  const own = await asks('second@self.example')
  for (const role of ['operator_viewer', 'operator_admin']) {
    const refused = await setRole(own, id, role)
    expectError(refused, 403, 'forbidden')
    expect(refused.body.message).toBe('Nobody can change their own role: another admin has to do it')
    expectError(await setRole(own, id.toUpperCase(), role), 403, 'forbidden')
  }
})

test('the last admin stays one, whoever asks', async () => {
  const tenant = await used.service.seed()
  const { api } = tenant
  const { id } = await colleague(tenant, 'last@last.example', 'operator_admin')
  await colleague(tenant, 'support@last.example', 'operator_support')
  expectError(await setRole(api, id, 'operator_support'), 409, 'last_admin')
  await colleague(tenant, 'next@last.example', 'operator_admin')
  expect((await setRole(api, id, 'operator_support')).status).toBe(200)
})

test('a server key makes nobody an admin, who could make the next key', async () => {
  const tenant = await used.service.seed()
  const { id } = await colleague(tenant, 'mole@key.example', 'operator_viewer')
  const raised = await setRole(tenant.api, id, 'operator_admin')
  expectError(raised, 403, 'forbidden')
  expect(raised.body.message).toBe('Only an operator_admin, not a key, can make someone an operator_admin')
  expectError(await (await asks('mole@key.example')).post('/v1/admin/keys/server/rotate'), 403, 'forbidden')
  expect((await setRole(tenant.api, id, 'operator_support')).body.admin.role).toBe('operator_support')
})

test('of two admins who lower each other at once one stays', async () => {
  const tenant = await used.service.seed()
  const [a, b] = [
    await colleague(tenant, 'a@race.example', 'operator_admin'),
    await colleague(tenant, 'b@race.example', 'operator_admin'),
  ]
  const [asA, asB] = [await asks('a@race.example'), await asks('b@race.example')]
  const answers = await Promise.all([setRole(asA, b.id, 'operator_viewer'), setRole(asB, a.id, 'operator_viewer')])
  // The slower one finds that it is the last, or that it may do nothing any more.
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const { body } = await tenant.api.get('/v1/admin/admins')
  expect(body.admins.map(({ role }: { role: string }) => role).sort()).toEqual(['operator_admin', 'operator_viewer'])
})

test('people of another tenant, and of the installation, are not found', async () => {
  const { service, tenant } = used
  const other = await colleague(await service.seed(), 'other@other.example', 'operator_viewer')
  await employ(service, tenant, 'boss@own.example')
  const { body } = await service.superAdmin.post(`/v1/super-admin/tenants/${tenant.id}/admins`, {
    email: 'fast@installation.example',
    password: PASSWORD,
    role: 'fast_admin',
  })
  const boss = await asks('boss@own.example')
  for (const id of [NO_ID, other.id, body.admin.id]) {
    expectError(await setRole(boss, id, 'operator_viewer'), 404, 'not_found')
  }
})

test.each([[undefined], [null], ['fast_admin'], ['admin'], [''], [7]])('%j is no role', async (role) => {
  const { id } = await colleague(used.tenant, `wrong-${String(role) || 'none'}@role.example`, 'operator_viewer')
  expectWrong(await setRole(used.tenant.api, id, role), 'role')
})

testAccess(used, setAdminRole)
testPath(used, setAdminRole)
testBody(used, setAdminRole)
