import { expect, test } from 'vitest'
import { removeAdmin } from '../../src/contract/operations/backoffice.ts'
import type { ApiClient } from '../helpers/client.ts'
import { expectError } from '../helpers/expect-error.ts'
import { asAdmin, employ, PASSWORD } from '../helpers/people.ts'
import { NO_ID, testAccess, testPath } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'

const used = useService()
const remove = (api: ApiClient, id: string) => api.ask('DELETE', `/v1/admin/admins/${id}`)
const idOf = async (email: string): Promise<string> =>
  (await used.tenant.api.get('/v1/admin/admins')).body.admins.find((admin: { email: string }) => admin.email === email)
    .id

test('who is removed is out at once, and cannot come in again', async () => {
  await employ(used.service, used.tenant, 'stays@operator.example')
  await employ(used.service, used.tenant, 'gone@operator.example')
  const gone = await asAdmin(used.service, 'gone@operator.example')
  const { status, body } = await remove(used.tenant.api, await idOf('gone@operator.example'))
  expect({ status, removed: body.removed }).toEqual({ status: 200, removed: true })
  expectError(await gone.get('/v1/admin/settings'), 401, 'unauthorized')
  const login = { email: 'gone@operator.example', password: PASSWORD }
  expectError(await used.service.anybody.post('/v1/auth/login', login), 401, 'unauthorized')
})

test('also with a code on its way', async () => {
  await employ(used.service, used.tenant, 'waits@operator.example', { mfaEnabled: true })
  await used.service.anybody.post('/v1/auth/login', { email: 'waits@operator.example', password: PASSWORD })
  expect((await remove(used.tenant.api, await idOf('waits@operator.example'))).status).toBe(200)
})

test('nobody removes themselves', async () => {
  await employ(used.service, used.tenant, 'last@operator.example')
  const last = await asAdmin(used.service, 'last@operator.example')
  const id = await idOf('last@operator.example')
  const refused = await remove(last, id)
  expectError(refused, 403, 'forbidden')
  expect(refused.body.message).toBe('Nobody removes themselves: another admin has to')
  expectError(await remove(last, id.toUpperCase()), 403, 'forbidden')
  expect((await last.get('/v1/admin/settings')).status).toBe(200)
})

test('the last admin stays, whoever asks', async () => {
  const tenant = await used.service.seed()
  await employ(used.service, tenant, 'only@last.example')
  await employ(used.service, tenant, 'helper@last.example', { role: 'operator_support' })
  const { admins } = (await tenant.api.get('/v1/admin/admins')).body
  const of = (email: string): string => admins.find((admin: { email: string }) => admin.email === email).id
  expectError(await remove(tenant.api, of('only@last.example')), 409, 'last_admin')
  expect((await remove(tenant.api, of('helper@last.example'))).status).toBe(200)
  await employ(used.service, tenant, 'next@last.example')
  expect((await remove(tenant.api, of('only@last.example'))).status).toBe(200)
})

test('people of another tenant, and of the installation, are not found', async () => {
  const { service, tenant } = used
  await employ(service, await service.seed(), 'other@other.example')
  const { body } = await service.superAdmin.post(`/v1/super-admin/tenants/${tenant.id}/admins`, {
    email: 'fast@installation.example',
    password: PASSWORD,
    role: 'fast_admin',
  })
  expectError(await remove(tenant.api, body.admin.id), 404, 'not_found')
  expectError(await remove(tenant.api, NO_ID), 404, 'not_found')
})

testAccess(used, removeAdmin)
testPath(used, removeAdmin)
