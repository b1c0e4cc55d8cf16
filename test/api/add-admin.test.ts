import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { addAdmin } from '../../src/contract/operations/backoffice.ts'
import { expectError, expectWrong } from '../helpers/expect-error.ts'
import { asAdmin, employ, PASSWORD } from '../helpers/people.ts'
import { testAccess, testBody } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'

const PATH = '/v1/admin/admins'
const used = useService()
const person = (email: string, more: object = {}) => ({ email, password: PASSWORD, role: 'operator_support', ...more })

test('a colleague is made by an admin, and logs in for the same tenant', async () => {
  await employ(used.service, used.tenant, 'boss@operator.example')
  const boss = await asAdmin(used.service, 'boss@operator.example')
  const { status, body } = await boss.post(PATH, person('New@operator.example', { mfaEnabled: false }))
  expect(status).toBe(201)
  expect(body.admin).toMatchObject({
    email: 'new@operator.example',
    role: 'operator_support',
    tenantId: used.tenant.id,
  })
  const colleague = await asAdmin(used.service, 'new@operator.example')
  expect((await colleague.get('/v1/admin/settings')).status).toBe(200)
})

test('an address is given once', async () => {
  await employ(used.service, used.tenant, 'once@operator.example')
  const boss = await asAdmin(used.service, 'once@operator.example')
  expect((await boss.post(PATH, person('twice@operator.example'))).status).toBe(201)
  expectError(await boss.post(PATH, person('TWICE@operator.example')), 409, 'email_taken')
})

test('under an idempotency key nothing is kept by which the password could be guessed in no time', async () => {
  const { service, tenant } = used
  await employ(service, tenant, 'keyed@operator.example')
  const boss = await asAdmin(service, 'keyed@operator.example')
  const send = (password: string) =>
    boss.post(PATH, person('safe@operator.example', { password }), { 'x-idempotency-key': 'add-safe' })
  const first = await send('quickly guessed')
  expect(first.status).toBe(201)
  expect((await send('quickly guessed')).body).toEqual(first.body)
  expectError(await send('quickly guessed!'), 409, 'idempotency_conflict')
  const { rows } = await service.app.pool.query("select body_hash, body from idempotency_keys where key = 'add-safe'")
  const sent = JSON.stringify(person('safe@operator.example', { password: 'quickly guessed' }))
  expect(rows).toHaveLength(1)
  expect(rows[0].body_hash).not.toBe(hash('sha256', sent))
  expect(rows[0].body_hash).toMatch(/^[A-Za-z0-9+/]{43}$/)
})

test('a server key lets nobody in who would be there when it is gone', async () => {
  const { service, tenant } = used
  for (const role of ['operator_admin', 'operator_viewer']) {
    const byKey = await tenant.api.post(PATH, person('thief@operator.example', { role }))
    expectError(byKey, 403, 'forbidden')
    expect(byKey.body.message).toBe('Only a person who has logged in may do this: no key opens it')
  }
  const login = { email: 'thief@operator.example', password: PASSWORD }
  expectError(await service.anybody.post('/v1/auth/login', login), 401, 'unauthorized')
})

test.each([
  ['role', { role: 'fast_admin' }],
  ['role', { role: 'admin' }],
  ['role', { role: undefined }],
  ['email', { email: 'nobody' }],
  ['password', { password: 'short' }],
  ['mfaEnabled', { mfaEnabled: 'yes' }],
])('a wrong %s is named', async (field, more) => {
  expectWrong(await used.tenant.api.post(PATH, person('wrong@operator.example', more)), field)
})

testAccess(used, addAdmin)
testBody(used, addAdmin)
