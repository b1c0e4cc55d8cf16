import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { expectError, expectWrong } from '../helpers/expect-error.ts'
import { useService } from '../helpers/use-service.ts'

// What belongs to no operation: other paths, other methods, and what is hardly HTTP.

const used = useService()
const JSON_TYPE = { 'content-type': 'application/json' }

test.each(['/', '/v1', '/v1/bets/', '/v2/bets', '/V1/bets', '/v1/admin/nothing', '/.env', '/%00'])(
  'there is nothing at %s',
  async (path) => expectError(await used.tenant.api.get(path), 404, 'not_found'),
)

test.each([
  ['DELETE', '/v1/bets'],
  ['PUT', '/v1/challenges/purchase'],
  ['GET', '/v1/bets'],
  ['POST', '/health'],
  ['OPTIONS', '/v1/bets'],
  ['PROPFIND', '/v1/bets'],
  // Fastify wants a type of the body from this one method, wherever it comes.
  ['QUERY', '/v1/bets'],
  ['QUERY', '/nothing'],
])('%s %s is no operation', async (method, path) => {
  expectError(await used.tenant.api.ask(method, path), 404, 'not_found')
})

test.each([
  ['no JSON', '{'],
  ['too large', ' '.repeat(2 * 1024 * 1024)],
])('a body for nothing is not read: it may be %s', async (_what, body) => {
  expectError(await used.tenant.api.send('POST', '/v1/nothing', body, JSON_TYPE), 404, 'not_found')
  expectError(await used.tenant.api.send('PUT', '/v1/bets', body, JSON_TYPE), 404, 'not_found')
  expectWrong(await used.tenant.api.send('POST', '/v1/%ZZ', body, JSON_TYPE), 'path')
})

test('an id that is empty is named', async () => {
  expectWrong(await used.tenant.api.get('/v1/users//progress'), 'userId')
  expectWrong(await used.tenant.api.get('/v1/challenge-tiers//terms'), 'id')
})

test('an id that is longer than any can be is refused', async () => {
  expectWrong(await used.tenant.api.get(`/v1/users/${'a'.repeat(129)}/progress`), 'userId')
  const long = await used.tenant.api.get(`/v1/users/${'a'.repeat(5000)}/progress`)
  expectWrong(long, 'userId')
  expectError(await used.service.anybody.get(`/v1/users/${'a'.repeat(5000)}/progress`), 401, 'unauthorized')
  expect((await used.tenant.api.get(`/v1/users/${encodeURIComponent('😀'.repeat(128))}/progress`)).status).toBe(200)
})

test('a body that is no UTF-8 is refused, not mended', async () => {
  const body = Buffer.from('{"userId": "a\xff", "externalBetId": "b", "status": "voided"}', 'latin1')
  expectWrong(await used.tenant.api.send('POST', '/v1/bets', Uint8Array.from(body), JSON_TYPE), 'body')
  expect((await used.tenant.api.get('/v1/admin/bet-events')).body.betEvents).toEqual([])
})

test('a body that is packed is no JSON', async () => {
  const headers = { ...JSON_TYPE, 'content-encoding': 'gzip' }
  expectWrong(await used.tenant.api.send('POST', '/v1/bets', '\u001f\u008b', headers), 'body')
})

test.each(['userId=%FF', 'userId=%ED%A0%80', '%00=1', '__proto__=1', 'userId[]=a', '&&=&', 'limit=1;2'])(
  'the query ?%s is answered or refused, but breaks nothing',
  async (query) => {
    const { status } = await used.tenant.api.get(`/v1/admin/bet-events?${query}`)
    expect([200, 400]).toContain(status)
  },
)

/** Says something on a connection, and gives what is answered until it is closed. */
const say = (text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(used.service.url).port), '127.0.0.1', () => socket.write(text))
    let heard = ''
    socket.setEncoding('utf8')
    socket.on('data', (data) => {
      heard += data
    })
    socket.on('close', () => resolve(heard))
    socket.on('error', reject)
  })

const post = (headers: string, body = '') =>
  `POST /v1/bets HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${headers}\r\n${body}`

test.each([
  ['not HTTP at all', 'hello\r\n\r\n'],
  ['an unknown method', 'BREW /v1/bets HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['two lengths', post('Content-Length: 1\r\nContent-Length: 2\r\n', 'ab')],
  ['a length and chunks', post('Content-Length: 1\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n')],
  ['headers without end', post(`X-Long: ${'x'.repeat(100_000)}\r\n`)],
  ['a control character in a header', post('X-Odd: a\u0000b\r\n')],
  ['no Host', 'GET /health HTTP/1.1\r\nConnection: close\r\n\r\n'],
])('%s is answered with a validation error and hung up on', async (_what, text) => {
  const answer = await say(text)
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  expect(head).toMatch(/^HTTP\/1\.1 400 /)
  expect(JSON.parse(body)).toMatchObject({ error: 'validation_error', correlationId: expect.any(String) })
})

test('an older client names no Host, and what one expects beside an answer is not its matter', async () => {
  expect(await say('GET /health HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /)
  const answer = await say('GET /health HTTP/1.1\r\nHost: a\r\nExpect: tea\r\nConnection: close\r\n\r\n')
  expect(answer).toMatch(/^HTTP\/1\.1 200 .*correlationId/s)
})

test('a body of more than 1 MiB is too large without a length, too', async () => {
  const key = `X-Api-Key: ${used.tenant.serverKey}\r\n`
  const chunk = `${(1024 * 1024 + 1).toString(16)}\r\n${' '.repeat(1024 * 1024 + 1)}\r\n0\r\n\r\n`
  const answer = await say(post(`${key}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n`, chunk))
  expect(answer).toMatch(/^HTTP\/1\.1 413 /)
  expect(answer).toContain('"error":"payload_too_large"')
})

test('whoever sends much more than 1 MiB hears of it all the same, and not of a broken connection', async () => {
  const key = `X-Api-Key: ${used.tenant.serverKey}\r\n`
  const body = ' '.repeat(32 * 1024 * 1024)
  const ways = [
    ['Connection: keep-alive\r\n', `Content-Length: ${body.length}\r\n`, body],
    ['Connection: close\r\n', `Content-Length: ${body.length}\r\n`, body],
    ['', 'Transfer-Encoding: chunked\r\n', `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`],
  ] as const
  for (const [connection, length, sent] of ways) {
    const head = `POST /v1/bets HTTP/1.1\r\nHost: a\r\n${connection}${key}Content-Type: application/json\r\n${length}\r\n`
    const answer = await say(head + sent)
    expect(answer).toMatch(/^HTTP\/1\.1 413 /)
    expect(answer).toContain('"error":"payload_too_large"')
  }
})

test.each([
  ['401', '/v1/bets'],
  ['404', '/v1/nothing'],
])('whoever is refused with %s before the body has come hears of it, too, and hangs up then', async (status, path) => {
  const body = ' '.repeat(32 * 1024 * 1024)
  const head = `POST ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n`
  expect(await say(head + body)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
})

test('whoever announces more than 1 MiB and sends none of it is refused, too', async () => {
  const key = `X-Api-Key: ${used.tenant.serverKey}\r\n`
  const answer = await say(post(`${key}Content-Type: application/json\r\nContent-Length: 2000000\r\n`, '{'))
  expect(answer).toMatch(/^HTTP\/1\.1 413 /)
})
