import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ApiClient } from '../helpers/client.ts'
import { expectError } from '../helpers/expect-error.ts'
import { employ, tokenOf } from '../helpers/people.ts'
import { startService, type TestService, type TestTenant } from '../helpers/service.ts'

// Sessions of admins beside keys, as a Bearer token and as a cookie.

const CHANGE = { maxBackfillHours: 100 }

let service: TestService
let tenant: TestTenant
let viewer: string
let admin: string
beforeAll(async () => {
  service = await startService()
  tenant = await service.seed()
  await employ(service, tenant, 'viewer@operator.example', { role: 'operator_viewer' })
  await employ(service, tenant, 'admin@operator.example')
  viewer = await tokenOf(service, 'viewer@operator.example')
  admin = await tokenOf(service, 'admin@operator.example')
})
afterAll(() => service.end())

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const cookie = (token: string) => ({ cookie: `__Host-session=${token}` })
const change = (api: ApiClient) => api.patch('/v1/admin/settings', CHANGE)

test('who shows a token acts as its person, whatever key comes along', async () => {
  expect((await change(tenant.api.and(bearer(viewer)))).status).toBe(403)
  expect((await change(tenant.api.and(bearer('forged')))).status).toBe(401)
  expect((await change(tenant.publicApi.and(bearer(admin)))).status).toBe(200)
})

test('a cookie comes along by itself, so a key counts before it', async () => {
  expect((await change(tenant.api.and(cookie(viewer)))).status).toBe(200)
  expect((await change(tenant.publicApi.and(cookie(admin)))).status).toBe(403)
})

test('a page reads under its cookie, and changes with the header that no other site can send', async () => {
  const page = service.anybody.with(cookie(admin))
  expect((await page.get('/v1/admin/settings')).status).toBe(200)
  const message = 'With the cookie of a session a change needs the header X-CSRF-Protection, with any value'
  expect(await change(page)).toMatchObject({ status: 403, body: { error: 'forbidden', message } })
  expect((await change(page.and({ 'x-csrf-protection': '1' }))).status).toBe(200)
})

test('so does the page of the installation, and nobody is logged out from elsewhere', async () => {
  await employ(service, tenant, 'fast@installation.example', { role: 'fast_admin' })
  const page = service.anybody.with(cookie(await tokenOf(service, 'fast@installation.example')))
  const path = `/v1/super-admin/tenants/${tenant.id}`
  expect((await page.get(path)).status).toBe(200)
  expectError(await page.patch(path, CHANGE), 403, 'forbidden')
  expectError(await page.post('/v1/auth/logout'), 403, 'forbidden')
  const meant = page.and({ 'x-csrf-protection': '1' })
  expect((await meant.patch(path, CHANGE)).status).toBe(200)
  expect((await meant.post('/v1/auth/logout')).status).toBe(200)
})

test('other authorizations than a token are none', async () => {
  for (const authorization of [admin, `Basic ${admin}`, 'Bearer', `Token ${admin}`]) {
    expect((await service.anybody.with({ authorization }).get('/v1/admin/settings')).status).toBe(401)
  }
  expect((await service.anybody.with({ authorization: `bearer ${admin}` }).get('/v1/admin/settings')).status).toBe(200)
})

test('a session opens nothing that is for keys', async () => {
  const answers = await Promise.all([
    service.anybody.with(bearer(admin)).get('/v1/users/anna/progress'),
    service.anybody.with(bearer(admin)).post('/v1/bets', {}),
    service.anybody.with(bearer(admin)).get('/v1/sandbox/clock'),
  ])
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401])
})

test('an admin who was dismissed is out at once', async () => {
  await employ(service, tenant, 'gone@operator.example')
  const gone = service.anybody.with(bearer(await tokenOf(service, 'gone@operator.example')))
  expect((await gone.get('/v1/admin/settings')).status).toBe(200)
  await service.app.pool.query("delete from admins where email = 'gone@operator.example'")
  expect((await gone.get('/v1/admin/settings')).status).toBe(401)
})
