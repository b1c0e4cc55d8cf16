import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { smtpMail } from './smtp-mail.ts'

const received: Email[] = []
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  allowInsecureAuth: true,
  onAuth: (_auth, _session, done) => done(null, { user: 'anybody' }),
  onRcptTo: ({ address }, _session, done) => done(address.startsWith('nobody@') ? new Error('no such user') : null),
  onData: (stream, _session, done) => {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', async () => {
      received.push(await PostalMime.parse(Buffer.concat(chunks)))
      done()
    })
  },
})

let port: number
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.server.address() as AddressInfo).port
})
afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())))

test.each([
  ['its parameter', 'from=codes@sportsbook.example', 'codes@sportsbook.example', ''],
  ['its user', '', 'codes@sportsbook.example', 'codes%40sportsbook.example:secret@'],
  ['its host', '', 'no-reply@127.0.0.1', ''],
])('a mail arrives, sent by %s', async (_, query, from, user) => {
  const mail = smtpMail(`smtp://${user}127.0.0.1:${port}?${query}`)
  await mail.send({ to: 'anna@operator.example', subject: 'Grüße', text: 'Your code is 042137.' })
  mail.close()
  const last = received.at(-1)
  expect(last?.from?.address).toBe(from)
  expect(last?.to?.map(({ address }) => address)).toEqual(['anna@operator.example'])
  expect([last?.subject, last?.text?.trim()]).toEqual(['Grüße', 'Your code is 042137.'])
})

test('a mail that the server does not take is an error', async () => {
  const mail = smtpMail(`smtp://127.0.0.1:${port}`)
  await expect(mail.send({ to: 'nobody@operator.example', subject: 's', text: 't' })).rejects.toThrow()
  mail.close()
})
