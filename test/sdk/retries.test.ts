import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Client, type ClientOptions, createClient, type RetryNotice } from '../../packages/sdk/src/index.ts'
import { errors } from '../../src/contract/errors.ts'
import { fails, hangsUp, json, type Reply, ScriptedServer } from '../helpers/scripted-server.ts'

let server: ScriptedServer
let notices: RetryNotice[]

beforeEach(async () => {
  notices = []
  server = await ScriptedServer.start()
})
afterEach(() => server.stop())

const done = json(200, { type: 'none', message: '', correlationId: 'c' })

const clientWith = (options: Partial<ClientOptions> = {}): Client =>
  createClient({
    baseUrl: server.url,
    credentials: { serverKey: 'key-x' },
    retries: { baseMs: 20, maxMs: 100 },
    onRetry: (notice) => notices.push(notice),
    ...options,
  })

const page502: Reply = (response) => response.writeHead(502).end('<html>')
const bet = { userId: 'a', externalBetId: 'b', status: 'placed', stakeAmount: 5, odds: 2 } as const

describe('what passes by itself is asked for again', () => {
  test.each([
    ['429 rate_limited', fails(429, 'rate_limited', { 'retry-after': '0' })],
    ['503 maintenance_mode', fails(503, 'maintenance_mode')],
    ['500 internal_error', fails(500, 'internal_error')],
    ['502 of a proxy', page502],
    ['a lost connection', hangsUp],
    ['409 idempotency_in_progress', fails(409, 'idempotency_in_progress')],
    ['409 action_in_progress', fails(409, 'action_in_progress')],
  ])('%s', async (_, failure) => {
    server.script = [failure, failure, done]
    expect(await clientWith().getProgress({ userId: 'a' })).toMatchObject({ type: 'none' })
    expect(server.seen).toHaveLength(3)
    expect(notices.map(({ operation, attempt }) => [operation, attempt])).toEqual([
      ['getProgress', 1],
      ['getProgress', 2],
    ])
  })

  test('an answer that comes too late', async () => {
    server.script = [() => {}, done]
    expect(await clientWith({ timeoutMs: 2_000 }).getProgress({ userId: 'a' })).toMatchObject({ type: 'none' })
    expect(notices.map(({ error }) => error.code)).toEqual(['timeout'])
  })

  test('the service asks for a pause, in seconds or by a date, and gets it', async () => {
    const date = new Date(Date.now() + 2_000).toUTCString()
    server.script = [
      fails(429, 'rate_limited', { 'retry-after': '1' }),
      fails(503, 'maintenance_mode', { 'retry-after': date }),
      done,
    ]
    await clientWith().getProgress({ userId: 'a' })
    const [first, second, third] = server.seen.map(({ at }) => at)
    expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(990)
    expect(third).toBeGreaterThan(second ?? 0)
    expect(notices[0]).toMatchObject({ error: { retryAfter: 1, code: 'rate_limited', status: 429 } })
  })
})

describe('the limit of the bets of one player, which names no time', () => {
  test('is over within a minute, and that is what is waited for', async () => {
    server.script = [fails(429, 'rate_limited'), done]
    const stop = new AbortController()
    const call = clientWith().recordBet(bet, { signal: stop.signal })
    await expect.poll(() => notices.length).toBe(1)
    stop.abort(new Error('seen'))
    await expect(call).rejects.toThrow('seen')
    expect(notices[0]).toMatchObject({ attempt: 1, error: { code: 'rate_limited', retryAfter: null } })
    expect(notices[0]?.waitMs).toBeGreaterThanOrEqual(60_000)
    expect(notices[0]?.waitMs).toBeLessThanOrEqual(61_000)
  })

  test('is told at once to whoever has not got a minute', async () => {
    server.script = [fails(429, 'rate_limited'), done]
    const call = clientWith({ retries: { maxRetryAfterMs: 59_999 } }).recordBet(bet)
    await expect(call).rejects.toMatchObject({ code: 'rate_limited', retryAfter: null })
    expect(server.seen).toHaveLength(1)
  })
})

test.each(Object.entries(errors))('%s is asked for again where the table of errors says so', async (code, kind) => {
  // Another day comes for it, but not within a call.
  const isAgain = kind.retry !== 'no' && code !== 'purchase_cooldown'
  server.script = [fails(kind.status, code, { 'retry-after': '0' }), done]
  const call = clientWith().getProgress({ userId: 'a' })
  if (isAgain) await call
  else await expect(call).rejects.toMatchObject({ code })
  expect(server.seen).toHaveLength(isAgain ? 2 : 1)
})

test('a proxy that is asked too much, and says no time, is asked again like one that is away', async () => {
  server.script = [(response) => response.writeHead(429).end('<html>'), done]
  expect(await clientWith().getProgress({ userId: 'a' })).toMatchObject({ type: 'none' })
  expect(notices[0]?.waitMs).toBeLessThanOrEqual(20)
})

describe('what is asked for once', () => {
  test.each([
    ['a refusal', fails(409, 'active_challenge_exists')],
    ['a purchase cooldown, which lasts until tomorrow', fails(429, 'purchase_cooldown', { 'retry-after': '1' })],
    ['a pause longer than anybody waits', fails(429, 'rate_limited', { 'retry-after': '3600' })],
  ])('%s', async (_, failure) => {
    server.script = [failure, done]
    const call = clientWith().purchaseChallenge({ userId: 'a', challengeTierId: 't' })
    await expect(call).rejects.toMatchObject({ name: 'ChallengeFundingError' })
    expect(server.seen).toHaveLength(1)
  })

  test('a change that has no idempotency key: it may have been made', async () => {
    server.script = [hangsUp, done]
    await expect(clientWith().changeSettings({ maxBackfillHours: 1 })).rejects.toMatchObject({ code: 'network_error' })
    expect(server.seen).toHaveLength(1)
  })

  test('as often as the call itself allows', async () => {
    server.script = [fails(500, 'internal_error')]
    const call = clientWith().getProgress({ userId: 'a' }, { retries: { attempts: 2 }, timeoutMs: 5_000 })
    await expect(call).rejects.toMatchObject({ code: 'internal_error' })
    expect(server.seen).toHaveLength(2)
  })

  test('as often as it is allowed, then the last failure is thrown', async () => {
    server.script = [fails(500, 'internal_error')]
    const call = clientWith({ retries: { attempts: 3, baseMs: 1 } }).getProgress({ userId: 'a' })
    await expect(call).rejects.toMatchObject({ code: 'internal_error', status: 500, correlationId: 'c' })
    expect(server.seen).toHaveLength(3)
  })
})

test('nobody is followed to another address, least of all with a key', async () => {
  server.script = [(response) => response.writeHead(307, { location: '/elsewhere' }).end()]
  await expect(clientWith().getProgress({ userId: 'a' })).rejects.toMatchObject({
    code: 'invalid_response',
    status: 307,
  })
  expect(server.seen).toHaveLength(1)
})

test('an attempt may take for ever where nobody minds', async () => {
  server.script = [done]
  expect(await clientWith({ timeoutMs: Number.POSITIVE_INFINITY }).getProgress({ userId: 'a' })).toMatchObject({})
})

describe('idempotency keys', () => {
  test('are kept over the retries of a call, and are new for the next one', async () => {
    server.script = [hangsUp, fails(409, 'idempotency_in_progress'), fails(503, 'service_unavailable'), done]
    const client = clientWith()
    await client.withdraw({ userId: 'a', grossAmount: 10 })
    await client.withdraw({ userId: 'a', grossAmount: 10 })
    const keys = server.seen.map(({ headers }) => headers['x-idempotency-key'])
    expect(new Set(keys.slice(0, 4)).size).toBe(1)
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(keys[4]).toMatch(/^[0-9a-f]{32}$/)
    expect(keys[4]).not.toBe(keys[0])
  })

  test('are not needed for bets, which tell repetitions by themselves', async () => {
    server.script = [hangsUp, done]
    await clientWith().recordBet(bet)
    expect(server.seen.map(({ headers }) => headers['x-idempotency-key'])).toEqual([undefined, undefined])
  })
})

describe('what came of it', () => {
  test.each<[boolean, string, Reply]>([
    [true, 'a lost connection', hangsUp],
    [true, 'a proxy that gives up', page502],
    [true, 'a service that broke', fails(500, 'internal_error')],
    [true, 'a service that is still at it', fails(409, 'idempotency_in_progress')],
    [false, 'a refusal', fails(409, 'active_challenge_exists')],
    [false, 'a limit', fails(429, 'rate_limited')],
    [true, 'a success that cannot be read', (response) => response.writeHead(200).end('<html>')],
    [false, 'a proxy that refuses', (response) => response.writeHead(413).end('<html>')],
  ])('is uncertain: %s after %s', async (isUncertain, _, failure) => {
    server.script = [failure]
    const call = clientWith({ retries: { attempts: 1 } }).purchaseChallenge({ userId: 'a', challengeTierId: 't' })
    await expect(call).rejects.toMatchObject({ isUncertain })
  })
})

describe('an attempt whose answer is lost, and then', () => {
  test.each<[boolean, string, Reply]>([
    [true, 'a limit', fails(429, 'rate_limited', { 'retry-after': '3600' })],
    [true, 'a token that has ended', fails(401, 'unauthorized')],
    [true, 'a key that was revoked', fails(403, 'forbidden')],
    [true, 'a proxy that refuses', (response) => response.writeHead(404).end('<html>')],
    [true, 'an action that still runs, which may be this one', fails(409, 'action_in_progress')],
    [false, 'a refusal under the same key', fails(409, 'active_challenge_exists')],
    [false, 'a wish that cannot be', fails(400, 'validation_error')],
  ])('is uncertain: %s after %s', async (isUncertain, _, failure) => {
    server.script = [hangsUp, failure]
    const call = clientWith({ retries: { attempts: 2 } }).purchaseChallenge({ userId: 'a', challengeTierId: 't' })
    const error = await call.catch((error: unknown) => error)
    expect(error).toMatchObject({ name: 'ChallengeFundingError', isUncertain })
    expect(server.seen).toHaveLength(2)
    // Nothing else about it is another.
    const alone = await clientWith({ retries: { attempts: 1 } })
      .purchaseChallenge({ userId: 'a', challengeTierId: 't' })
      .catch((error: unknown) => error)
    expect({ ...(error as object), message: String(error) }).toEqual({ ...(alone as object), message: String(alone) })
  })
})

test('a pause that no timer can measure is not none', async () => {
  const aWholeYear = fails(503, 'service_unavailable', { 'retry-after': String(366 * 86_400) })
  server.script = [aWholeYear]
  const call = clientWith({ retries: { maxRetryAfterMs: Number.POSITIVE_INFINITY } }).getProgress(
    { userId: 'a' },
    { signal: AbortSignal.timeout(1_000) },
  )
  await expect(call).rejects.toMatchObject({ name: 'TimeoutError' })
  expect(server.seen).toHaveLength(1)
})

test.each([
  ['a key', { idempotencyKey: 'Bestellung-ł' }],
  ['a correlation id', { correlationId: 'one\ntwo' }],
])('%s that no header can carry is told as it is, and nothing is sent', async (_, own) => {
  server.script = [done]
  const call = clientWith().purchaseChallenge({ userId: 'a', challengeTierId: 't' }, own)
  await expect(call).rejects.toThrow(TypeError)
  expect(notices).toEqual([])
  expect(server.seen).toEqual([])
})

test('an address that is none is told at once', () => {
  for (const wrong of ['challenges.example', 'localhost:8080', 'undefined']) {
    expect(() => clientWith({ baseUrl: wrong })).toThrow(new TypeError(`baseUrl is no address: ${wrong}`))
  }
  for (const right of ['', '/challenges', 'http://localhost:8080', 'https://challenges.example/']) {
    expect(() => clientWith({ baseUrl: right })).not.toThrow()
  }
})

describe('whoever asks may stop waiting', () => {
  test('for the answer', async () => {
    server.script = [() => {}]
    const stop = new AbortController()
    const call = clientWith().getProgress({ userId: 'a' }, { signal: stop.signal })
    await expect.poll(() => server.seen.length).toBe(1)
    stop.abort(new Error('closed'))
    await expect(call).rejects.toThrow('closed')
  })

  test('for the next attempt', async () => {
    server.script = [fails(503, 'maintenance_mode', { 'retry-after': '30' })]
    const stop = new AbortController()
    const call = clientWith().getProgress({ userId: 'a' }, { signal: stop.signal })
    await expect.poll(() => notices.length).toBe(1)
    stop.abort(new Error('closed'))
    await expect(call).rejects.toThrow('closed')
    expect(server.seen).toHaveLength(1)
  })
})
