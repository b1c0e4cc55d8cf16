import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Client, type ClientOptions, createClient, type RetryNotice } from '../../packages/sdk/src/index.ts'

// A server that answers what a test tells it to, one answer a request; the last one again and again.

interface Seen {
  readonly method: string | undefined
  readonly path: string | undefined
  readonly key: string | string[] | undefined
  readonly at: number
}
type Reply = (response: ServerResponse) => void

let server: Server
let seen: Seen[]
let script: Reply[]
let notices: RetryNotice[]

beforeEach(async () => {
  seen = []
  script = []
  notices = []
  server = createServer((request: IncomingMessage, response) => {
    const { method, url, headers } = request
    seen.push({ method, path: url, key: headers['x-idempotency-key'], at: performance.now() })
    request.resume().on('end', () => (script.length > 1 ? script.shift() : script[0])?.(response))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

const json =
  (status: number, body: object, headers: { [name: string]: string } = {}): Reply =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
const fails = (status: number, error: string, headers = {}) =>
  json(status, { error, message: error, correlationId: 'c' }, headers)
const hangsUp: Reply = (response) => response.destroy()
const done = json(200, { type: 'none', message: '', correlationId: 'c' })

const clientWith = (options: Partial<ClientOptions> = {}): Client =>
  createClient({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    credentials: { serverKey: 'key-x' },
    retries: { baseMs: 20, maxMs: 100 },
    onRetry: (notice) => notices.push(notice),
    ...options,
  })

const bet = { userId: 'a', externalBetId: 'b', status: 'placed', stakeAmount: 5, odds: 2 } as const

describe('what passes by itself is asked for again', () => {
  test.each([
    ['429 rate_limited', fails(429, 'rate_limited')],
    ['503 maintenance_mode', fails(503, 'maintenance_mode')],
    ['500 internal_error', fails(500, 'internal_error')],
    ['502 of a proxy', (response: ServerResponse) => response.writeHead(502).end('<html>')],
    ['a lost connection', hangsUp],
  ])('%s', async (_, failure) => {
    script = [failure, failure, done]
    expect(await clientWith().getProgress({ userId: 'a' })).toMatchObject({ type: 'none' })
    expect(seen).toHaveLength(3)
    expect(notices.map(({ operation, attempt }) => [operation, attempt])).toEqual([
      ['getProgress', 1],
      ['getProgress', 2],
    ])
  })

  test('an answer that comes too late', async () => {
    script = [() => {}, done]
    expect(await clientWith({ timeoutMs: 300 }).getProgress({ userId: 'a' })).toMatchObject({ type: 'none' })
    expect(notices.map(({ error }) => error.code)).toEqual(['timeout'])
  })

  test('the service asks for a pause, in seconds or by a date, and gets it', async () => {
    const date = new Date(Date.now() + 2_000).toUTCString()
    script = [
      fails(429, 'rate_limited', { 'retry-after': '1' }),
      fails(503, 'maintenance_mode', { 'retry-after': date }),
      done,
    ]
    await clientWith().getProgress({ userId: 'a' })
    const [first, second, third] = seen.map(({ at }) => at)
    expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(990)
    expect(third).toBeGreaterThan(second ?? 0)
    expect(notices[0]).toMatchObject({ error: { retryAfter: 1, code: 'rate_limited', status: 429 } })
  })
})

describe('what is asked for once', () => {
  test.each([
    ['a refusal', fails(409, 'active_challenge_exists')],
    ['a purchase cooldown, which lasts until tomorrow', fails(429, 'purchase_cooldown', { 'retry-after': '1' })],
    ['a pause longer than anybody waits', fails(429, 'rate_limited', { 'retry-after': '3600' })],
  ])('%s', async (_, failure) => {
    script = [failure, done]
    const call = clientWith().purchaseChallenge({ userId: 'a', challengeTierId: 't' })
    await expect(call).rejects.toMatchObject({ name: 'ChallengeFundingError' })
    expect(seen).toHaveLength(1)
  })

  test('a change that has no idempotency key: it may have been made', async () => {
    script = [hangsUp, done]
    await expect(clientWith().changeSettings({ maxBackfillHours: 1 })).rejects.toMatchObject({ code: 'network_error' })
    expect(seen).toHaveLength(1)
  })

  test('as often as it is allowed, then the last failure is thrown', async () => {
    script = [fails(500, 'internal_error')]
    const call = clientWith({ retries: { attempts: 3, baseMs: 1 } }).getProgress({ userId: 'a' })
    await expect(call).rejects.toMatchObject({ code: 'internal_error', status: 500, correlationId: 'c' })
    expect(seen).toHaveLength(3)
  })
})

describe('idempotency keys', () => {
  test('are kept over the retries of a call, and are new for the next one', async () => {
    script = [hangsUp, fails(409, 'idempotency_in_progress'), fails(503, 'service_unavailable'), done]
    const client = clientWith()
    await client.withdraw({ userId: 'a', grossAmount: 10 })
    await client.withdraw({ userId: 'a', grossAmount: 10 })
    const keys = seen.map(({ key }) => key)
    expect(new Set(keys.slice(0, 4)).size).toBe(1)
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(keys[4]).toMatch(/^[0-9a-f]{32}$/)
    expect(keys[4]).not.toBe(keys[0])
  })

  test('are not needed for bets, which tell repetitions by themselves', async () => {
    script = [hangsUp, done]
    await clientWith().recordBet(bet)
    expect(seen.map(({ key }) => key)).toEqual([undefined, undefined])
  })
})

describe('whoever asks may stop waiting', () => {
  test('for the answer', async () => {
    script = [() => {}]
    const stop = new AbortController()
    const call = clientWith().getProgress({ userId: 'a' }, { signal: stop.signal })
    await expect.poll(() => seen.length).toBe(1)
    stop.abort(new Error('closed'))
    await expect(call).rejects.toThrow('closed')
  })

  test('for the next attempt', async () => {
    script = [fails(503, 'maintenance_mode', { 'retry-after': '30' })]
    const stop = new AbortController()
    const call = clientWith().getProgress({ userId: 'a' }, { signal: stop.signal })
    await expect.poll(() => notices.length).toBe(1)
    stop.abort(new Error('closed'))
    await expect(call).rejects.toThrow('closed')
    expect(seen).toHaveLength(1)
  })
})
