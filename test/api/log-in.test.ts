import { beforeAll, expect, test } from 'vitest'
import { HOUR_MS } from '../../src/core/instant.ts'
import { employ, Mailbox, PASSWORD } from '../helpers/people.ts'
import { useService } from '../helpers/use-service.ts'

const PATH = '/v1/auth/login'

const mailbox = new Mailbox()
const used = useService({ sendMail: mailbox.send })
beforeAll(async () => {
  await employ(used.service, used.tenant, 'anna@operator.example', { role: 'operator_viewer' })
  await employ(used.service, used.tenant, 'boris@operator.example', { mfaEnabled: true })
})

test('a right password is answered with a token of an hour', async () => {
  const { status, body } = await used.service.anybody.post(PATH, { email: 'anna@operator.example', password: PASSWORD })
  const expiresAt = new Date(used.service.app.clock.now() + HOUR_MS).toISOString()
  expect({ status, body }).toMatchObject({ status: 200, body: { role: 'operator_viewer', expiresAt } })
  const claims = JSON.parse(Buffer.from(body.token.split('.')[1], 'base64url').toString())
  const iat = used.service.app.clock.now() / 1000
  expect(claims).toEqual({
    sub: expect.any(String),
    tid: used.tenant.id,
    role: 'operator_viewer',
    iat,
    exp: iat + 3600,
    jti: expect.any(String),
  })
  const admin = used.service.anybody.with({ authorization: `Bearer ${body.token}` })
  expect((await admin.get('/v1/admin/settings')).status).toBe(200)
})

test('an address is the same in capitals', async () => {
  const email = 'Anna@Operator.Example'
  expect((await used.service.anybody.post(PATH, { email, password: PASSWORD })).status).toBe(200)
})

test('a wrong password and an unknown address are answered alike', async () => {
  const wrong = await used.service.anybody.post(PATH, { email: 'anna@operator.example', password: 'guess' })
  const unknown = await used.service.anybody.post(PATH, { email: 'nobody@operator.example', password: PASSWORD })
  expect([wrong.status, unknown.status]).toEqual([401, 401])
  expect(wrong.body.error).toBe('unauthorized')
  expect({ ...unknown.body, correlationId: '' }).toEqual({ ...wrong.body, correlationId: '' })
})

test('a login with a second factor is answered with a code by mail, and with no token', async () => {
  const { status, body } = await used.service.anybody.post(PATH, {
    email: 'boris@operator.example',
    password: PASSWORD,
  })
  expect({ status, body }).toEqual({ status: 200, body: { mfaRequired: true, correlationId: body.correlationId } })
  await expect.poll(() => mailbox.mails.filter(({ to }) => to === 'boris@operator.example')).toHaveLength(1)
  expect(mailbox.codeFor('boris@operator.example')).toMatch(/^\d{6}$/)
})

test('a wrong password sends no code', async () => {
  const before = mailbox.mails.length
  await used.service.anybody.post(PATH, { email: 'boris@operator.example', password: 'guess' })
  expect(mailbox.mails).toHaveLength(before)
})

test('whoever logs in again and again gets one mail', async () => {
  await employ(used.service, used.tenant, 'carla@operator.example', { mfaEnabled: true })
  for (let i = 0; i < 3; i += 1)
    await used.service.anybody.post(PATH, { email: 'carla@operator.example', password: PASSWORD })
  // A code is handed to the mail before its login is answered, so no second one can still come.
  expect(mailbox.mails.filter(({ to }) => to === 'carla@operator.example')).toHaveLength(1)
})

test('neither password nor code is kept as it is', async () => {
  const { rows } = await used.service.app.pool.query(
    'select password_hash, code_hash from admins join mfa_codes using (admin_id)',
  )
  expect(rows.length).toBeGreaterThan(0)
  for (const { password_hash, code_hash } of rows) {
    expect(password_hash).toMatch(/^\$argon2id\$/)
    expect(code_hash).toMatch(/^\$argon2id\$/)
  }
})

test('a page can have its session in a cookie that no script reads', async () => {
  const credentials = { email: 'anna@operator.example', password: PASSWORD }
  const { status, body, headers } = await used.service.anybody.post(PATH, { ...credentials, cookie: true })
  expect(status).toBe(200)
  expect(body).not.toHaveProperty('token')
  const cookie = headers.get('set-cookie') ?? ''
  expect(cookie).toMatch(/^__Host-session=[\w-]+\.[\w-]+\.[\w-]+; /)
  expect(cookie.split('; ').slice(1).sort()).toEqual([
    'HttpOnly',
    'Max-Age=3600',
    'Path=/',
    'SameSite=Strict',
    'Secure',
  ])
  const page = used.service.anybody.with({ cookie: `theme=dark; ${cookie.split(';')[0]}` })
  expect((await page.get('/v1/admin/settings')).status).toBe(200)
  expect(await page.post('/v1/auth/logout')).toMatchObject({ status: 403, body: { error: 'forbidden' } })
  expect((await page.post('/v1/auth/logout', undefined, { 'x-csrf-protection': '1' })).status).toBe(200)
})

test.each([
  [{ password: PASSWORD }],
  [{ email: 'anna@operator.example' }],
  [{ email: 'anna', password: PASSWORD }],
  [{ email: 'anna@operator.example', password: '' }],
  [{ email: 'anna@operator.example', password: 'x'.repeat(201) }],
])('what is no login is said to be none: %#', async (body) => {
  expect(await used.service.anybody.post(PATH, body)).toMatchObject({
    status: 400,
    body: { error: 'validation_error' },
  })
})
