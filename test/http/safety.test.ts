import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createServer, type EdgeSettings } from '../../src/http/server.ts'
import { type EdgeTelemetry, untold } from '../../src/http/telemetry.ts'
import { noLimits } from '../helpers/open-counters.ts'
import { startService, type TestService, type TestTenant } from '../helpers/service.ts'

const SITE = 'https://sportsbook.example'

let service: TestService
let tenant: TestTenant
beforeAll(async () => {
  service = await startService({ edge: () => ({ publicUrl: 'https://fund.example' }) })
  tenant = await service.seed()
  await tenant.api.patch('/v1/admin/settings', { widget: { origins: [SITE] } })
})
afterAll(() => service.end())

test('every answer tells browsers not to guess, not to frame, not to keep, and to come back over https', async () => {
  for (const path of ['/health', '/v1/nothing', '/v1/challenge-tiers']) {
    const { headers } = await service.anybody.get(path)
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'strict-transport-security': 'max-age=31536000',
    })
  }
})

test('where the service is not reached over https nothing is said about it', async () => {
  const plain = await startService()
  expect((await plain.anybody.get('/health')).headers.get('strict-transport-security')).toBeNull()
  await plain.end()
})

test('the reference may run its own scripts and load nothing from elsewhere', async () => {
  const policy = (await fetch(`${service.url}/docs/`)).headers.get('content-security-policy')
  expect(policy?.split('; ')).toContain("script-src 'self'")
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toMatch(/https?:|\*/)
})

test("a tenant's own pages may read what the public key opens, others may not", async () => {
  const own = await tenant.publicApi.get('/v1/challenge-tiers', { origin: SITE })
  expect(own.headers.get('access-control-allow-origin')).toBe(SITE)
  expect(own.headers.get('vary')).toBe('origin')
  expect(own.headers.get('access-control-allow-credentials')).toBeNull()
  const foreign = await tenant.publicApi.get('/v1/challenge-tiers', { origin: 'https://elsewhere.example' })
  expect(foreign.headers.get('access-control-allow-origin')).toBeNull()
})

test.each([
  ['a server key, which no page should have', () => tenant.api.get('/v1/challenge-tiers', { origin: SITE })],
  ['what is not for widgets', () => tenant.api.get('/v1/admin/rulesets', { origin: SITE })],
  ['another tenant', async () => (await service.seed()).publicApi.get('/v1/challenge-tiers', { origin: SITE })],
])('%s is shown to no page', async (_what, ask) => {
  expect((await ask()).headers.get('access-control-allow-origin')).toBeNull()
})

test('that nobody knows a key may be read by every page, and nothing else that belongs to a key', async () => {
  const elsewhere = { origin: 'https://elsewhere.example' }
  const unknown = await service.anybody.with({ 'x-api-key': 'pk_unknown' }).get('/v1/challenge-tiers', elsewhere)
  expect(unknown).toMatchObject({ status: 401, body: { error: 'unauthorized' } })
  expect(unknown.headers.get('access-control-allow-origin')).toBe('https://elsewhere.example')
  const token = { ...elsewhere, 'x-user-token': 'ended' }
  const known = await tenant.publicApi.get('/v1/users/anna/progress', token)
  expect(known.status).toBe(401)
  expect(known.headers.get('access-control-allow-origin')).toBeNull()
})

test('a browser may ask beforehand about what is for widgets, and about nothing else', async () => {
  const preflight = (path: string): Promise<Response> =>
    fetch(`${service.url}${path}`, {
      method: 'OPTIONS',
      headers: { origin: SITE, 'access-control-request-method': 'GET', 'access-control-request-headers': 'x-api-key' },
    })
  const allowed = await preflight('/v1/challenge-tiers')
  expect(allowed.status).toBe(204)
  expect(allowed.headers.get('access-control-allow-methods')).toBe('GET')
  expect(allowed.headers.get('access-control-allow-headers')).toContain('x-api-key')
  expect((await preflight('/v1/bets')).headers.get('access-control-allow-origin')).toBeNull()
})

test('a body of more than 1 MiB is refused', async () => {
  const answer = await tenant.api.post('/v1/bets', { userId: 'a'.repeat(1024 * 1024) })
  expect(answer).toMatchObject({ status: 413, body: { error: 'payload_too_large' } })
})

test('headers of more than 16 KiB are refused, and the connection is closed', async () => {
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1')
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk
  })
  socket.write(`GET /health HTTP/1.1\r\nhost: x\r\nx-long: ${'a'.repeat(20_000)}\r\n\r\n`)
  await once(socket, 'close')
  expect(answer).toMatch(/^HTTP\/1.1 400 /)
  expect(answer).toContain('"message":"The headers are larger than 16 KiB"')
})

/** A server that has less patience than others, where nobody wants to wait for half a minute. */
async function impatient(settings: Partial<EdgeSettings> = {}) {
  const server = await createServer({
    app: service.app.app,
    superAdminKey: 'not asked for',
    trustProxy: false,
    publicUrl: null,
    telemetry: untold,
    limits: noLimits,
    ...settings,
  })
  const { headersTimeout, requestTimeout, keepAliveTimeout } = server.server
  server.server.headersTimeout = 100
  server.server.requestTimeout = 100
  const { port } = new URL(await server.listen({ port: 0, host: '127.0.0.1' }))
  return { usual: { headersTimeout, requestTimeout, keepAliveTimeout }, port: Number(port), server }
}

/** Begins a request, and gives its connection and what is answered on it until it is closed. */
function begin(port: number, path: string, length: number, headers = '') {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8')
  socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\n${headers}content-length: ${length}\r\n\r\n`)
  return { socket, answer: socket.toArray().then((parts) => parts.join('')) }
}

const TOLD = '"message":"The request took too long to arrive"'

test('who sends a request drop by drop is told so and cut off', async () => {
  const { server, port, usual } = await impatient()
  expect(usual).toEqual({ headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 65_000 })
  const { socket, answer } = begin(port, '/v1/bets', 100)
  socket.write('{')
  expect(await answer).toContain(TOLD)
  await server.close()
})

test('a connection over which nothing comes is closed without a word, which a request on its way would take for its answer', async () => {
  const { server, port } = await impatient()
  const silent = connect(port, '127.0.0.1')
  expect(await silent.toArray()).toEqual([])
  await server.close()
})

test('who hangs up before all of a body has come is no failure of ours', async () => {
  const told: string[] = []
  const telemetry: EdgeTelemetry = {
    ...untold,
    requestBegan: (_operation, _headers, next) => {
      told.push('began')
      return next()
    },
    requestCut: () => told.push('cut'),
    requestFailed: () => told.push('failed'),
  }
  const { server, port } = await impatient({ telemetry })
  const socket = connect(port, '127.0.0.1')
  const head = 'host: x\r\nx-super-admin-key: not asked for\r\ncontent-type: application/json\r\ncontent-length: 100'
  socket.write(`POST /v1/super-admin/tenants HTTP/1.1\r\n${head}\r\n\r\n{`)
  await vi.waitUntil(() => told.includes('began'), { timeout: 10_000 })
  socket.destroy()
  await vi.waitUntil(() => told.includes('cut'), { timeout: 10_000 })
  await server.close()
  expect(told).toEqual(['began', 'cut'])
})

test('who goes on all the same is hung up on', async () => {
  const { server, port } = await impatient()
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).on('error', () => {})
  socket.write('POST /v1/bets HTTP/1.1\r\nhost: x\r\ncontent-length: 100000\r\n\r\n{')
  await once(socket.resume(), 'end')
  await vi.waitUntil(() => !socket.write('x') || socket.destroyed, { timeout: 10_000 })
  expect(socket.destroyed).toBe(true)
  await server.close()
})

describe('a statement', () => {
  const LINES = '{}\n'.repeat(100)
  const upload = (port: number) =>
    begin(
      port,
      '/v1/admin/reconciliation/statements?from=2026-03-02',
      LINES.length,
      `x-api-key: ${tenant.serverKey}\r\ncontent-type: application/x-ndjson\r\nconnection: close\r\n`,
    )

  test('may take its time to arrive, and nobody else may meanwhile', async () => {
    const { server, port } = await impatient()
    const { socket, answer } = upload(port)
    socket.write(LINES.slice(0, 10))
    // The server has looked for slow requests twice when both are cut.
    for (const _ of ['one', 'another']) expect(await begin(port, '/v1/bets', 100).answer).toContain(TOLD)
    socket.write(LINES.slice(10))
    expect(await answer).toMatch(/^HTTP\/1.1 200 [\s\S]*"lines":100/)
    await server.close()
  })

  test('that takes too long even so is told so and cut off', async () => {
    const { server, port } = await impatient({ arrivalMs: 100 })
    expect(await upload(port).answer).toContain(TOLD)
    await server.close()
  })
})
