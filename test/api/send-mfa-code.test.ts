import { beforeEach, expect, test } from 'vitest'
import { MINUTE_MS } from '../../src/core/instant.ts'
import { employ, Mailbox, PASSWORD } from '../helpers/people.ts'
import { useService } from '../helpers/use-service.ts'

const PATH = '/v1/auth/mfa/send'

const mailbox = new Mailbox()
const used = useService({ sendMail: mailbox.send })
let email: string
let people = 0
beforeEach(async () => {
  people += 1
  email = `person-${people}@operator.example`
  await employ(used.service, used.tenant, email, { mfaEnabled: true })
})

const logIn = () => used.service.anybody.post('/v1/auth/login', { email, password: PASSWORD })
const send = (to = email) => used.service.anybody.post(PATH, { email: to })
const verify = (code: string) => used.service.anybody.post('/v1/auth/mfa/verify', { email, code })
const mailsArrived = (count: number) =>
  expect.poll(() => mailbox.mails.filter(({ to }) => to === email)).toHaveLength(count)

/** A login gives a code of its own, whatever was sent before: so the mail before it, if there was one, is of no more use. */
async function loginIsMail(nth: number): Promise<void> {
  used.service.app.clock.forward(90_000)
  await logIn()
  await mailsArrived(nth)
  expect((await verify(mailbox.codeFor(email))).status).toBe(200)
  await mailsArrived(nth)
}

test('whoever waits for a code gets another one, and the one before is no longer good', async () => {
  await logIn()
  await mailsArrived(1)
  const before = mailbox.codeFor(email)
  expect(await send()).toMatchObject({ status: 200, body: { sent: true, retryAfter: 90 } })
  await mailsArrived(2)
  const after = mailbox.codeFor(email)
  if (before !== after) expect((await verify(before)).status).toBe(401)
  expect((await verify(after)).status).toBe(200)
})

test('a code can be asked for every 90 seconds', async () => {
  await logIn()
  await send()
  // A code that is still on its way would give way to the next one.
  await mailsArrived(2)
  used.service.app.clock.forward(30_500)
  const early = await send()
  expect(early).toMatchObject({ status: 429, body: { error: 'rate_limited', retryAfter: 60 } })
  expect(early.headers.get('retry-after')).toBe('60')
  used.service.app.clock.forward(59_500)
  expect((await send()).status).toBe(200)
  await mailsArrived(3)
})

test('without a right password before it nothing is sent, and the answer does not tell', async () => {
  const known = await send()
  const unknown = await send('nobody@operator.example')
  expect([known.status, unknown.status]).toEqual([200, 200])
  expect({ ...unknown.body, correlationId: '' }).toEqual({ ...known.body, correlationId: '' })
  expect([(await send()).status, (await send('nobody@operator.example')).status]).toEqual([429, 429])
  await loginIsMail(1)
})

test('a login that was left alone for ten minutes gets no more codes', async () => {
  await logIn()
  await mailsArrived(1)
  used.service.app.clock.forward(10 * MINUTE_MS)
  expect((await send()).status).toBe(200)
  await loginIsMail(2)
})

test('an address is one', async () => {
  expect(await send('nobody')).toMatchObject({ status: 400, body: { error: 'validation_error' } })
})
