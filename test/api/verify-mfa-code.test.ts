import { beforeEach, expect, test } from 'vitest'
import { MINUTE_MS } from '../../src/core/instant.ts'
import { employ, Mailbox, PASSWORD } from '../helpers/people.ts'
import { useService } from '../helpers/use-service.ts'

const PATH = '/v1/auth/mfa/verify'

const mailbox = new Mailbox()
const used = useService({ sendMail: mailbox.send })
let email: string
let people = 0
beforeEach(async () => {
  people += 1
  email = `person-${people}@operator.example`
  await employ(used.service, used.tenant, email, { role: 'operator_support', mfaEnabled: true })
  await used.service.anybody.post('/v1/auth/login', { email, password: PASSWORD })
  await expect.poll(() => mailbox.mails.some(({ to }) => to === email)).toBe(true)
})

const verify = (code: string, more: object = {}) => used.service.anybody.post(PATH, { email, code, ...more })
const wrongCode = (): string => (mailbox.codeFor(email) === '000000' ? '000001' : '000000')

test('the code of the mail opens a session, once', async () => {
  const { status, body } = await verify(mailbox.codeFor(email))
  expect({ status, role: body.role }).toEqual({ status: 200, role: 'operator_support' })
  const admin = used.service.anybody.with({ authorization: `Bearer ${body.token}` })
  expect((await admin.get('/v1/admin/settings')).status).toBe(200)
  expect(await verify(mailbox.codeFor(email))).toMatchObject({ status: 401, body: { error: 'unauthorized' } })
})

test('of ten who enter it at once one gets in', async () => {
  // A try is counted before the code is looked at, so at most 5 of them are heard.
  const answers = await Promise.all(Array.from({ length: 10 }, () => verify(mailbox.codeFor(email))))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('a wrong code can be mended four times', async () => {
  for (let i = 0; i < 4; i += 1) expect((await verify(wrongCode())).status).toBe(401)
  expect((await verify(mailbox.codeFor(email))).status).toBe(200)
})

test('the fifth wrong code was the last try', async () => {
  for (let i = 0; i < 5; i += 1) await verify(wrongCode())
  expect((await verify(mailbox.codeFor(email))).status).toBe(401)
})

test('the next code has five tries of its own', async () => {
  for (let i = 0; i < 5; i += 1) await verify(wrongCode())
  used.service.app.clock.forward(90_000)
  await used.service.anybody.post('/v1/auth/login', { email, password: PASSWORD })
  await expect.poll(() => mailbox.mails.filter(({ to }) => to === email)).toHaveLength(2)
  for (let i = 0; i < 4; i += 1) expect((await verify(wrongCode())).status).toBe(401)
  expect((await verify(mailbox.codeFor(email))).status).toBe(200)
})

test('many tries at once are many tries', async () => {
  await Promise.all(Array.from({ length: 20 }, () => verify(wrongCode())))
  expect((await verify(mailbox.codeFor(email))).status).toBe(401)
})

test('a code is good for ten minutes', async () => {
  used.service.app.clock.forward(10 * MINUTE_MS)
  expect((await verify(mailbox.codeFor(email))).status).toBe(401)
})

test('a code opens for nobody else', async () => {
  await employ(used.service, used.tenant, `other-${email}`, { mfaEnabled: true })
  const code = mailbox.codeFor(email)
  expect((await verify(code, { email: `other-${email}` })).status).toBe(401)
  expect((await verify(code, { email: 'nobody@operator.example' })).status).toBe(401)
})

test('the session can go into a cookie', async () => {
  const { body, headers } = await verify(mailbox.codeFor(email), { cookie: true })
  expect(body).not.toHaveProperty('token')
  expect(headers.get('set-cookie')).toMatch(/^__Host-session=/)
})

test.each(['', '12345', '1234567', 'abcdef', '１２３４５６'])('a code has six digits: %j', async (code) => {
  const fields = [{ field: 'code', message: 'must be six digits' }]
  expect(await verify(code)).toMatchObject({ status: 400, body: { error: 'validation_error', fields } })
})
