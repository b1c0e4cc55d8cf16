import { afterAll, beforeAll, expect, test } from 'vitest'
import { asAdmin, employ } from '../helpers/people.ts'
import { startService, type TestService, type TestTenant } from '../helpers/service.ts'

const PATH = '/v1/auth/logout'

let service: TestService
let tenant: TestTenant
beforeAll(async () => {
  service = await startService()
  tenant = await service.seed()
  await employ(service, tenant, 'anna@operator.example')
  await employ(service, tenant, 'fast@installation.example', { role: 'fast_admin' })
})
afterAll(() => service.end())

test.each([
  ['anna@operator.example', '/v1/admin/settings'],
  ['fast@installation.example', '/v1/super-admin/tenants'],
])('the token of %s is no longer good, and the cookie is taken back', async (email, path) => {
  const [admin, elsewhere] = [await asAdmin(service, email), await asAdmin(service, email)]
  expect((await admin.get(path)).status).toBe(200)
  const { status, body, headers } = await admin.post(PATH)
  expect({ status, body }).toMatchObject({ status: 200, body: { loggedOut: true } })
  expect(headers.get('set-cookie')).toMatch(/^__Host-session=; .*Max-Age=0/)
  expect(await admin.get(path)).toMatchObject({ status: 401, body: { error: 'unauthorized' } })
  expect((await admin.post(PATH)).status).toBe(401)
  expect((await elsewhere.get(path)).status).toBe(200)
})

test('whoever has not logged in cannot log out', async () => {
  expect((await service.anybody.post(PATH)).status).toBe(401)
  expect((await tenant.api.post(PATH)).status).toBe(401)
})
