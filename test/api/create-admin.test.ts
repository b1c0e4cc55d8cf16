import { afterAll, beforeAll, expect, test } from 'vitest'
import { asAdmin, PASSWORD } from '../helpers/people.ts'
import { startService, type TestService, type TestTenant } from '../helpers/service.ts'

let service: TestService
let tenant: TestTenant
beforeAll(async () => {
  service = await startService()
  tenant = await service.seed()
})
afterAll(() => service.end())

const create = (body: object, id = tenant.id) => service.superAdmin.post(`/v1/super-admin/tenants/${id}/admins`, body)
const person = (email: string, more: object = {}) => ({
  email,
  password: PASSWORD,
  role: 'operator_admin',
  mfaEnabled: false,
  ...more,
})

test('an admin is made for a tenant, and the password is not shown', async () => {
  const { status, body } = await create(person('Anna@Operator.example', { role: 'operator_support', mfaEnabled: true }))
  expect({ status, body }).toEqual({
    status: 201,
    body: {
      admin: {
        id: expect.any(String),
        tenantId: tenant.id,
        email: 'anna@operator.example',
        role: 'operator_support',
        mfaEnabled: true,
        createdAt: new Date(service.app.clock.now()).toISOString(),
      },
      correlationId: body.correlationId,
    },
  })
})

test('the tenant is the same in capitals, and is shown and recorded as ever', async () => {
  const { body } = await create(person('capital@operator.example'), tenant.id.toUpperCase())
  expect(body.admin.tenantId).toBe(tenant.id)
  await service.superAdmin.patch(`/v1/super-admin/tenants/${tenant.id.toUpperCase()}`, { name: 'Renamed' })
  const { events } = (await tenant.api.get('/v1/audit/events?action=tenant.changed')).body
  expect(events.map(({ target }: { target: string }) => target)).toEqual([`tenant:${tenant.id}`])
})

test('an address can be of any language', async () => {
  const { status, body } = await create(person('Özgür+codes@über.example'))
  expect({ status, email: body.admin.email }).toEqual({ status: 201, email: 'özgür+codes@über.example' })
  await asAdmin(service, 'ÖZGÜR+codes@ÜBER.example')
})

test('without a word on it there is no second factor', async () => {
  expect((await create(person('plain@operator.example', { mfaEnabled: undefined }))).body.admin.mfaEnabled).toBe(false)
})

test('a fast_admin works for the installation', async () => {
  await create(person('fast@installation.example', { role: 'fast_admin' }))
  const fast = await asAdmin(service, 'fast@installation.example')
  expect((await fast.get(`/v1/super-admin/tenants/${tenant.id}`)).body.tenant.id).toBe(tenant.id)
  expect((await fast.post('/v1/super-admin/tenants', { name: 'Theirs', environment: 'staging' })).status).toBe(201)
})

test('an address belongs to one person of the installation, in capitals or not', async () => {
  const other = await service.seed()
  await create(person('boris@operator.example'))
  expect(await create(person('boris@operator.example'))).toMatchObject({ status: 409, body: { error: 'email_taken' } })
  expect((await create(person('BORIS@operator.example'), other.id)).status).toBe(409)
})

test('of ten who want one address at once one gets it', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => create(person('wanted@operator.example'))))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 9 }, () => 409)])
})

test('a tenant that does not exist has no admins', async () => {
  expect(await create(person('carla@operator.example'), '019aa5f2-7c00-7000-8000-000000000000')).toMatchObject({
    status: 404,
    body: { error: 'not_found' },
  })
})

test.each([
  ['email', { email: undefined }],
  ['email', { email: 'anna' }],
  ['email', { email: 'an na@operator.example' }],
  ['email', { email: 'an\u0000na@operator.example' }],
  ['email', { email: 'an\ud800na@operator.example' }],
  ['email', { email: 'anna,boris@operator.example' }],
  ['email', { email: '<anna@operator.example>' }],
  ['email', { email: 'anna@operator@example' }],
  ['email', { email: `${'x'.repeat(250)}@a.example` }],
  ['password', { password: undefined }],
  ['password', { password: 'short' }],
  ['password', { password: 'x'.repeat(201) }],
  ['role', { role: undefined }],
  ['role', { role: 'emperor' }],
  ['mfaEnabled', { mfaEnabled: 'yes' }],
])('a wrong %s is named: %#', async (field, wrong) => {
  const { status, body } = await create(person('wrong@operator.example', wrong))
  expect({ status, error: body.error }).toEqual({ status: 400, error: 'validation_error' })
  expect(body.fields.map((problem: { field: string }) => problem.field)).toEqual([field])
})

test.each([
  ['email', 'anna', 'must be an e-mail address'],
  ['password', 'short', 'must not have fewer than 8 characters'],
  ['password', '', 'must not have fewer than 8 characters'],
])('what is wrong with the %s %j is said', async (field, value, message) => {
  const { body } = await create(person('wrong@operator.example', { [field]: value }))
  expect(body.fields).toEqual([{ field, message }])
})
