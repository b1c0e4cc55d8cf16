import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type ClientOptions, createClient, type PlayerStreamOptions } from '../../packages/sdk/src/index.ts'
import { type Followed, useFollowed } from '../helpers/followed.ts'
import { begins, fails, hangsUp, type Reply, ScriptedServer } from '../helpers/scripted-server.ts'

// A stream of a service that is in trouble: how a cut is noticed, when the stream comes back, and when it gives up.

let server: ScriptedServer
beforeEach(async () => {
  server = await ScriptedServer.start()
})
afterEach(() => server.stop())

const following = useFollowed()

function follow(own: PlayerStreamOptions = {}, options: Partial<ClientOptions> = {}): Followed {
  const known = { baseUrl: server.url, credentials: { anonymous: true }, retries: { attempts: 2 } } as const
  return following({ ...known, ...options }, { userId: 'anna', token: 'token' }, own)
}
const bet = (id: number) => `id: ${id}\nevent: bet\ndata: {"externalBetId":"b${id}"}\n\n`
const lastIds = () => server.seen.map(({ headers }) => headers['last-event-id'])

test('takes a long silence for a cut', async () => {
  server.script = [begins(bet(1)), begins(bet(2))]
  const stream = follow({ idleMs: 1_500 })
  await stream.nth('bet', 2)
  expect(stream.notices[0]?.error.code).toBe('timeout')
  expect(lastIds().slice(0, 2)).toEqual([undefined, '1'])
})

test('is told by heartbeats, every 15 seconds, that it is not cut', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const streams: ReadableStreamDefaultController<Uint8Array>[] = []
    const fetch = async () => {
      const body = new ReadableStream<Uint8Array>({ start: (controller) => void streams.push(controller) })
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
    }
    const stream = follow({}, { fetch })
    const tell = (text: string) => streams.at(-1)?.enqueue(new TextEncoder().encode(text))
    await vi.waitFor(() => expect(streams).toHaveLength(1))
    tell(bet(1))
    for (let heartbeat = 0; heartbeat < 20; heartbeat += 1) {
      await vi.advanceTimersByTimeAsync(15_000)
      tell(':\n\n')
    }
    expect(stream.notices).toEqual([])
    await vi.advanceTimersByTimeAsync(44_999)
    expect(stream.notices).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(stream.notices.map(({ error }) => error.code)).toEqual(['timeout'])
  } finally {
    vi.useRealTimers()
  }
})

test('comes back as often as it takes once it has been there, later and later, and never before it may', async () => {
  const down = [hangsUp, fails(503, 'maintenance_mode'), hangsUp, fails(429, 'rate_limited', { 'retry-after': '1' })]
  const ends: Reply = (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(bet(1))
  }
  server.script = [ends, ...down, begins(bet(2))]
  const stream = follow({ reconnectMs: 20 })
  await stream.nth('bet', 2)
  expect(stream.notices.map(({ attempt, error }) => [attempt, error.code])).toEqual([
    [1, 'network_error'],
    [2, 'network_error'],
    [3, 'maintenance_mode'],
    [4, 'network_error'],
    [5, 'rate_limited'],
  ])
  const waits = stream.notices.map(({ waitMs }) => waitMs)
  for (const [i, most] of [20, 40, 80, 160].entries()) {
    expect(waits[i]).toBeGreaterThanOrEqual(most / 2)
    expect(waits[i]).toBeLessThanOrEqual(most)
  }
  expect(waits[4]).toBeGreaterThanOrEqual(1_000)
})

test('comes back when the service says, if nobody says otherwise', async () => {
  const ends: Reply = (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(`retry: 40\n\n${bet(1)}`)
  }
  server.script = [ends, begins(bet(2))]
  const own: PlayerStreamOptions = {}
  const waits: number[] = []
  const client = createClient({
    baseUrl: server.url,
    credentials: { anonymous: true },
    onRetry: ({ waitMs }) => waits.push(waitMs),
  })
  const ids: number[] = []
  for await (const { id } of client.streamEvents({ userId: 'anna', token: 'token' }, own)) {
    ids.push(id)
    if (id === 2) break
  }
  expect(ids).toEqual([1, 2])
  expect(waits).toEqual([expect.toSatisfy((waitMs: number) => waitMs >= 20 && waitMs <= 40)])
})

test('comes back also where events are not counted', async () => {
  const tells = (live: boolean): string => `event: listening\ndata: {"live":${live}}\n\n`
  const ends: Reply = (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(tells(false))
  }
  server.script = [ends, begins(tells(true))]
  const operations: string[] = []
  const client = createClient({
    baseUrl: server.url,
    credentials: { serverKey: 'key-x' },
    onRetry: ({ operation }) => operations.push(operation),
  })
  const told: unknown[] = []
  for await (const event of client.streamChanges({}, { reconnectMs: 20 })) {
    told.push(event)
    if (event.type === 'listening' && event.data.live) break
  }
  expect(told).toEqual([false, true].map((live) => ({ type: 'listening', data: { live } })))
  expect(operations).toEqual(['streamChanges'])
  expect(lastIds()).toEqual([undefined, undefined])
})

test('gives up where it has never been, like every call', async () => {
  server.script = [hangsUp]
  const stream = follow()
  expect(await stream.failure()).toMatchObject({ code: 'network_error' })
  expect(server.seen).toHaveLength(2)
})

test('does not take a page for a stream', async () => {
  server.script = [(response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>')]
  expect(await follow().failure()).toMatchObject({ code: 'invalid_response', status: 200 })
})

test('ends by its signal in a pause, too', async () => {
  server.script = [fails(503, 'maintenance_mode', { 'retry-after': '30' })]
  const stream = follow()
  await expect.poll(() => stream.notices.length).toBe(1)
  stream.stop()
  expect(await stream.failure()).toBe(null)
})
