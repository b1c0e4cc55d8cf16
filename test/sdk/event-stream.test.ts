import type { ServerResponse } from 'node:http'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  type ClientOptions,
  type Credentials,
  createClient,
  type Input,
  type PlayerStreamOptions,
  type RetryNotice,
  type StreamEvent,
  UserTokens,
} from '../../packages/sdk/src/index.ts'
import { makeLog } from '../../src/log.ts'
import { Telemetry } from '../../src/telemetry.ts'
import { lose, place, win } from '../helpers/bets.ts'
import { fails, hangsUp, type Reply, ScriptedServer } from '../helpers/scripted-server.ts'
import { buy, startService, type TestService, type TestTenant } from '../helpers/service.ts'

const HOUR_MS = 3_600_000

/** Follows a stream beside the test, and keeps what it tells. */
class Followed {
  readonly events: StreamEvent[] = []
  readonly notices: RetryNotice[] = []
  /** How it ended: undefined while it has not, null where nothing was thrown. */
  end: unknown
  readonly #stop = new AbortController()

  constructor(options: ClientOptions, input: Input<'streamEvents'>, own: PlayerStreamOptions = {}) {
    const client = createClient({ ...options, onRetry: (notice) => this.notices.push(notice) })
    void this.#follow(client.streamEvents(input, { reconnectMs: 20, signal: this.#stop.signal, ...own }))
  }

  stop(): void {
    this.#stop.abort()
  }

  typed<Type extends StreamEvent['type']>(type: Type): readonly Extract<StreamEvent, { type: Type }>[] {
    return this.events.filter((event): event is Extract<StreamEvent, { type: Type }> => event.type === type)
  }

  async nth<Type extends StreamEvent['type']>(type: Type, n = 1): Promise<Extract<StreamEvent, { type: Type }>> {
    await expect.poll(() => this.typed(type).length).toBeGreaterThanOrEqual(n)
    const event = this.typed(type)[n - 1]
    if (event === undefined) throw new Error(`there is no ${type} number ${n}`)
    return event
  }

  /** What it threw in the end. */
  async failure(): Promise<unknown> {
    await expect.poll(() => this.end).not.toBe(undefined)
    return this.end
  }

  async #follow(stream: AsyncIterable<StreamEvent>): Promise<void> {
    try {
      for await (const event of stream) this.events.push(event)
      this.end = null
    } catch (error) {
      this.end = error
    }
  }
}

let followed: Followed[] = []
afterEach(() => {
  for (const one of followed) one.stop()
  followed = []
})

describe('of the service', () => {
  let service: TestService
  let tenant: TestTenant
  let telemetry: Telemetry

  beforeAll(async () => {
    telemetry = new Telemetry(makeLog('silent'))
    // A second of a stream lasts ten milliseconds.
    service = await startService({ edge: () => ({ tickMs: 10, telemetry }) })
  })
  beforeEach(async () => {
    tenant = await service.seed()
  })
  afterAll(() => service.end())

  function follow(userId: string, own: PlayerStreamOptions = {}, credentials?: ClientOptions['credentials']): Followed {
    const known = credentials ?? { serverKey: tenant.serverKey }
    const one = new Followed({ baseUrl: service.url, credentials: known }, { userId }, own)
    followed.push(one)
    return one
  }
  const metrics = async () => (await telemetry.metrics()).text
  const tokenOf = async (userId: string): Promise<string> =>
    (await tenant.api.post('/v1/sse/token', { userId })).body.token

  test('tells a backend what happens to a player, typed, with no token to care for', async () => {
    const stream = follow('anna/ü')
    expect((await stream.nth('progress')).data.type).toBe('none')
    await buy(tenant, 'anna/ü')
    await place(tenant, 'anna/ü', 'b1')
    await win(tenant, 'anna/ü', 'b1', 51)
    const activated = await stream.nth('challenge.activated')
    expect(activated).toMatchObject({ id: 1, data: { userId: 'anna/ü', data: { ownStake: 20 } } })
    expect((await stream.nth('bet', 2)).data).toMatchObject({ status: 'settled-won', settlementAmount: 51 })
    const ids = stream.events.map(({ id }) => id)
    expect(ids).toEqual(ids.toSorted((a, b) => a - b))
  })

  test('goes on after the last event that it told when it is cut: nothing is lost, nothing comes twice', async () => {
    await buy(tenant, 'anna')
    const stream = follow('anna', { reconnectMs: 300 })
    await stream.nth('progress')
    await place(tenant, 'anna', 'b0')
    await stream.nth('bet')
    for (const round of [1, 2, 3]) {
      service.cut()
      await expect.poll(() => stream.notices.length).toBe(round)
      // While nobody listens.
      await place(tenant, 'anna', `b${round}`, { stakeAmount: 5 })
      await lose(tenant, 'anna', `b${round}`)
      await stream.nth('bet', 1 + 2 * round)
    }
    expect(stream.typed('bet').map(({ id }) => id)).toEqual([2, 3, 4, 5, 6, 7, 8])
    expect(stream.notices[0]).toMatchObject({ operation: 'streamEvents', attempt: 1, error: { code: 'network_error' } })
    expect(stream.notices.every(({ waitMs }) => waitMs >= 150 && waitMs <= 300)).toBe(true)
  })

  test('begins after an event that was kept', async () => {
    await buy(tenant, 'anna')
    await place(tenant, 'anna', 'b1')
    const stream = new Followed(
      { baseUrl: service.url, credentials: { serverKey: tenant.serverKey } },
      { userId: 'anna', lastEventId: 1 },
    )
    followed.push(stream)
    expect((await stream.nth('bet')).id).toBe(2)
    expect(stream.typed('challenge.activated')).toEqual([])
  })

  test('says that its token has expired, and goes on with another', async () => {
    await buy(tenant, 'anna')
    const stream = follow('anna')
    await stream.nth('progress')
    service.app.clock.forward(HOUR_MS)
    const expiredAt = new Date(service.app.clock.now()).toISOString()
    expect(await stream.nth('token_expired')).toEqual({ id: 1, type: 'token_expired', data: { expiredAt } })
    await place(tenant, 'anna', 'b1')
    await stream.nth('bet')
    expect(stream.notices).toEqual([])
  })

  test('asks for a token when there is need of one, and tells which is over', async () => {
    const asked: (string | null)[] = []
    const given: string[] = []
    const stream = follow(
      'anna',
      {
        token: async (refused) => {
          asked.push(refused)
          given.push(await tokenOf('anna'))
          return given.at(-1) ?? ''
        },
      },
      { anonymous: true },
    )
    await stream.nth('progress')
    service.cut()
    await stream.nth('progress', 2)
    expect(asked).toEqual([null])
    service.app.clock.forward(HOUR_MS)
    await stream.nth('token_expired')
    await stream.nth('progress', 3)
    expect(asked).toEqual([null, given[0]])
  })

  test('finds out that its token ended while nobody was there to say so', async () => {
    const tokens = [await tokenOf('anna')]
    service.app.clock.forward(HOUR_MS)
    tokens.push(await tokenOf('anna'))
    const stream = follow('anna', { token: () => tokens.shift() ?? '' }, { anonymous: true })
    await stream.nth('progress')
    expect(tokens).toEqual([])
  })

  test('takes the token of a page from its credentials, each time anew', async () => {
    let userToken = await tokenOf('anna')
    const stream = follow('anna', {}, async () => ({ publicKey: tenant.publicKey, userToken }))
    await stream.nth('progress')
    service.app.clock.forward(HOUR_MS - 10_000)
    userToken = await tokenOf('anna')
    service.app.clock.forward(10_000)
    await stream.nth('token_expired')
    await stream.nth('progress', 2)
  })

  test('ends with an error when no other token comes', async () => {
    const userToken = await tokenOf('anna')
    const stream = follow('anna', {}, { publicKey: tenant.publicKey, userToken })
    await stream.nth('progress')
    service.app.clock.forward(HOUR_MS)
    expect(await stream.failure()).toMatchObject({ code: 'unauthorized', status: 401 })
    expect(stream.events.at(-1)?.type).toBe('token_expired')
  })

  test.each<[string, string, () => Credentials | Promise<Credentials>, PlayerStreamOptions?]>([
    ['a wrong server key', 'unauthorized', () => ({ serverKey: 'key-wrong' })],
    ['no token', 'forbidden', () => ({ publicKey: tenant.publicKey })],
    ['nothing at all', 'unauthorized', () => ({ anonymous: true })],
    [
      'the token of another',
      'forbidden',
      async () => ({ publicKey: tenant.publicKey, userToken: await tokenOf('ben') }),
    ],
    ['one bad token after the other', 'unauthorized', () => ({ anonymous: true }), { token: () => `${Math.random()}` }],
  ])('is refused for good with %s', async (_, code, credentials, own = {}) => {
    const stream = follow('anna', own, credentials)
    expect(await stream.failure()).toMatchObject({ name: 'ChallengeFundingError', code })
    expect(stream.notices).toEqual([])
  })

  test('hands on what brings no token', async () => {
    const failing = () => Promise.reject(new Error('logged out'))
    expect(await follow('anna', { token: failing }).failure()).toEqual(new Error('logged out'))
  })

  test('ends without an error by its signal, and hangs up', async () => {
    await expect.poll(metrics).toContain('event_streams_open 0')
    const stream = follow('anna')
    await stream.nth('progress')
    expect(await metrics()).toContain('event_streams_open 1')
    stream.stop()
    expect(await stream.failure()).toBe(null)
    await expect.poll(metrics).toContain('event_streams_open 0')
  })

  test('hangs up when its reader has enough', async () => {
    const client = createClient({ baseUrl: service.url, credentials: { serverKey: tenant.serverKey } })
    await expect.poll(metrics).toContain('event_streams_open 0')
    for await (const { type } of client.streamEvents({ userId: 'anna' })) {
      expect(await metrics()).toContain('event_streams_open 1')
      if (type === 'progress') break
    }
    await expect.poll(metrics).toContain('event_streams_open 0')
  })

  test('tokens that are kept can be forgotten', async () => {
    const tokens = new UserTokens(createClient({ baseUrl: service.url, credentials: { serverKey: tenant.serverKey } }))
    const first = await tokens.of('anna')
    service.app.clock.forward(1_000)
    expect((await tokens.of('anna')).token).toBe(first.token)
    tokens.forget('anna')
    expect((await tokens.of('anna')).token).not.toBe(first.token)
  })
})

describe('of a service that is in trouble', () => {
  let server: ScriptedServer
  beforeEach(async () => {
    server = await ScriptedServer.start()
  })
  afterEach(() => server.stop())

  function follow(own: PlayerStreamOptions = {}, options: Partial<ClientOptions> = {}): Followed {
    const one = new Followed(
      { baseUrl: server.url, credentials: { anonymous: true }, retries: { attempts: 2 }, ...options },
      { userId: 'anna', token: 'token' },
      own,
    )
    followed.push(one)
    return one
  }

  /** Begins a stream with these pieces, each on its own, and does not end it. */
  const begins =
    (...pieces: readonly (string | Uint8Array)[]): Reply =>
    (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
      void writeEach(response, pieces)
    }
  async function writeEach(response: ServerResponse, pieces: readonly (string | Uint8Array)[]): Promise<void> {
    for (const piece of pieces) await new Promise((resolve) => response.write(piece, resolve))
  }
  const bet = (id: number) => `id: ${id}\nevent: bet\ndata: {"externalBetId":"b${id}"}\n\n`
  const lastIds = () => server.seen.map(({ headers }) => headers['last-event-id'])

  test('leaves out an event that is cut off, and asks for it again', async () => {
    const cuts: Reply = (response) => {
      begins(bet(1), bet(2).slice(0, -1))(response)
      setTimeout(() => response.destroy(), 50)
    }
    server.script = [cuts, begins(bet(2))]
    const stream = follow()
    await stream.nth('bet', 2)
    expect(stream.typed('bet').map(({ id, data }) => [id, data.externalBetId])).toEqual([
      [1, 'b1'],
      [2, 'b2'],
    ])
    expect(lastIds()).toEqual([undefined, '1'])
    expect(server.seen[0]).toMatchObject({ path: '/v1/events?userId=anna', headers: { 'x-user-token': 'token' } })
  })

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

  test('reads whatever the format allows, however it is cut into pieces', async () => {
    const text =
      '\ufeff: hello\r\nretry: soon\r\nid: 3\r\nevent: bet\r\ndata: {"externalBetId":\r\ndata: "ü€😀"}\r\n\r\n' +
      'event: nothing\n\n' +
      'data:{"type":"none"}\revent:progress\rnonsense\rid\rid: 4\0\rid:5\r\r'
    const bytes = new TextEncoder().encode(text)
    for (const size of [1, 2, 7, bytes.length]) {
      const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
        bytes.subarray(i * size, (i + 1) * size),
      )
      server.script = [begins(...pieces)]
      const stream = follow()
      await stream.nth('progress')
      expect(stream.events).toEqual([
        { id: 3, type: 'bet', data: { externalBetId: 'ü€😀' } },
        { id: 5, type: 'progress', data: { type: 'none' } },
      ])
      stream.stop()
    }
  })
})
