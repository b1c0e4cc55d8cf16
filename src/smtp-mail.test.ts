import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MailNotSent } from './app/mail.ts'
import { makeLog } from './log.ts'
import { smtpMail } from './smtp-mail.ts'

const received: Email[] = []
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  allowInsecureAuth: true,
  onAuth: (_auth, _session, done) => done(null, { user: 'anybody' }),
  onRcptTo: ({ address }, _session, done) =>
    done(address.startsWith('nobody@') ? new Error(`5.1.1 <${address}>: nobody is unknown here`) : null),
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

/** What the log says of a mail that was not sent. */
async function loggedOf(to: string, url: string): Promise<string> {
  const mail = smtpMail(url)
  const error: unknown = await mail.send({ to, subject: 'A code', text: 'It is 042137.' }).then(
    () => 'sent',
    (refusal) => refusal,
  )
  mail.close()
  expect(error).toBeInstanceOf(MailNotSent)
  const lines: string[] = []
  makeLog('info', { write: (line) => void lines.push(line) }).error({ err: error }, 'work in the background failed')
  return lines.join('')
}

test('a mail that the server does not take is an error, and the log says why without whom', async () => {
  const line = await loggedOf('nobody@operator.example', `smtp://127.0.0.1:${port}`)
  expect(line).toContain('the mail server answered 550 5.1.1 to RCPT TO')
  expect(line).not.toMatch(/nobody|operator\.example|042137/)
})

test('so is one whose server is not there', async () => {
  const free = createServer().listen(0, '127.0.0.1')
  await once(free, 'listening')
  const { port: nobodys } = free.address() as AddressInfo
  free.close()
  const line = await loggedOf('anna@operator.example', `smtp://127.0.0.1:${nobodys}`)
  expect(line).toContain(`connect ECONNREFUSED 127.0.0.1:${nobodys}`)
  expect(line).not.toMatch(/anna|operator\.example|042137/)
})
