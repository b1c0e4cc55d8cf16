import { expect, test } from 'vitest'
import { makeLog, redacted } from './log.ts'

const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.c2lnbmF0dXJlLW9mLXRoZS10b2tlbg'
const USER_TOKEN = 'eyJ0aWQiOiIxIiwidWlkIjoiYW5uYSJ9.c2lnbmF0dXJlLW9mLXRoZS10b2tlbg'

test.each([
  ['a server key', 'key-0123456789abcdefABCDEF_-', 'key-***'],
  ['a public key', 'pk_0123456789abcdefABCDEF_-', 'pk_***'],
  ['an admin token', JWT, '***'],
  [
    'a user token in the address of a stream',
    `/v1/events?token=${USER_TOKEN}&userId=anna`,
    '/v1/events?token=***&userId=anna',
  ],
  ['any other token in an address', '/v1/events?userId=anna&token=abc', '/v1/events?userId=anna&token=***'],
  ['a bearer', 'Authorization: Bearer abcdef', 'Authorization: Bearer ***'],
  ['a password in an address', 'postgres://fund:secret@db:5432/fund', 'postgres://fund:***@db:5432/fund'],
])('%s is taken out of a line', (_what, text, shown) => {
  expect(redacted(text)).toBe(shown)
})

test('a line without secrets stays as it is', () => {
  const line = '{"correlationId":"019aa5f2-7c00-7000-8000-5f3b2a9c4d1e","at":"https://sportsbook.example/a?b=c"}'
  expect(redacted(line)).toBe(line)
})

test('no secret reaches the log, not even inside an error', () => {
  const lines: string[] = []
  const log = makeLog('info', { write: (line) => void lines.push(line) })
  log.error({ err: new Error(`refused ${USER_TOKEN}`), url: `/v1/events?token=${USER_TOKEN}` }, 'key-0123456789abcdef')
  log.info({ headers: { 'x-api-key': 'pk_0123456789abcdef' } })
  expect(lines).toHaveLength(2)
  expect(lines.join('')).not.toMatch(/0123456789|c2lnbmF0dXJl/)
})
