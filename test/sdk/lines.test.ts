import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  type AuditEvent,
  type ClientOptions,
  createClient,
  type RetryNotice,
  type StatementLine,
} from '../../packages/sdk/src/index.ts'
import { place, win } from '../helpers/bets.ts'
import { fails, hangsUp, json, type Reply, ScriptedServer } from '../helpers/scripted-server.ts'
import { buy } from '../helpers/service.ts'
import { useService } from '../helpers/use-service.ts'

const used = useService()

let server: ScriptedServer
let notices: RetryNotice[]
beforeEach(async () => {
  notices = []
  server = await ScriptedServer.start()
})
afterEach(() => server.stop())

const client = (options: Partial<ClientOptions> = {}) =>
  createClient({ baseUrl: used.service.url, credentials: { serverKey: used.tenant.serverKey }, ...options })
const scripted = (options: Partial<ClientOptions> = {}) =>
  client({ baseUrl: server.url, retries: { baseMs: 1 }, onRetry: (notice) => notices.push(notice), ...options })

const line = (nth: number): StatementLine => ({ externalBetId: `bet-${nth}`, status: 'settled-lost', stakeAmount: 5 })
const from = '2026-03-02'

describe('a statement', () => {
  /** So many lines, and what was taken of them. */
  function source(most: number) {
    const taken = { lines: 0, isClosed: false }
    function* lines() {
      try {
        for (; taken.lines < most; taken.lines += 1) yield line(taken.lines)
      } finally {
        taken.isClosed = true
      }
    }
    async function* slowLines() {
      yield* lines()
    }
    return { taken, lines, slowLines }
  }

  test('is sent from whatever gives lines', async () => {
    await buy(used.tenant, 'ann')
    await place(used.tenant, 'ann', 'bet-0', { stakeAmount: 5 })
    const list = [line(0), line(1)]
    const web = new ReadableStream<StatementLine>({
      start: (controller) => {
        for (const each of list) controller.enqueue(each)
        controller.close()
      },
    })
    const { lines, slowLines } = source(0)
    for (const [given, count] of [
      [list, 2],
      [new Set(list), 2],
      [() => list, 2],
      [web, 2],
      [new Blob(list.map((each) => `${JSON.stringify(each)}\n`)), 2],
      [source(2).lines(), 2],
      [source(2).slowLines(), 2],
      [() => source(2).slowLines(), 2],
      [[], 0],
      [lines(), 0],
      [slowLines(), 0],
    ] as const) {
      const report = await client().reconcileStatement({ from, lines: given })
      expect(report.lines).toBe(count)
      expect(report).toMatchObject(count === 2 ? { stuckOpen: { count: 1 }, missing: { count: 1 } } : { extra: {} })
    }
  })

  test('of a size that nobody keeps in memory is sent while it is made', async () => {
    const { taken, slowLines } = source(100_000)
    const report = await client().reconcileStatement({
      from,
      to: '2026-03-03',
      limit: 1,
      openFlags: false,
      lines: slowLines(),
    })
    expect(report).toMatchObject({
      lines: 100_000,
      badLines: { count: 0 },
      missing: { items: [{ statement: { stakeAmount: 5 } }] },
    })
    expect(taken.isClosed).toBe(true)
  }, 60_000)

  test('is made no faster than it is taken, and no longer than it is wanted', async () => {
    for (const make of ['lines', 'slowLines'] as const) {
      const { taken, [make]: lines } = source(3_000_000)
      const call = client({ credentials: { serverKey: 'key-wrong' } }).reconcileStatement({ from, lines: lines() })
      await expect(call).rejects.toMatchObject({ code: 'unauthorized', status: 401 })
      await expect.poll(() => taken.isClosed).toBe(true)
      // A line has some 70 bytes: what goes into the buffers of the two ends.
      expect(taken.lines).toBeLessThan(500_000)
    }
  }, 60_000)

  test('is refused by code', async () => {
    const call = client().reconcileStatement({ from: 'yesterday', lines: [line(1)] })
    await expect(call).rejects.toMatchObject({ code: 'validation_error', body: { fields: [{ field: 'from' }] } })
  })

  test('can be stopped', async () => {
    const stop = new AbortController()
    const { taken, lines } = source(5)
    async function* endless() {
      yield* lines()
      stop.abort(new Error('enough'))
      await new Promise(() => {})
    }
    const call = client().reconcileStatement({ from, lines: endless() }, { signal: stop.signal })
    await expect(call).rejects.toThrow('enough')
    expect(taken.lines).toBe(5)
  })

  test('that fails by itself says why, and is not sent again', async () => {
    server.script = [json(200, {})]
    async function* broken() {
      yield line(1)
      throw new RangeError('the books are closed')
    }
    await expect(scripted().reconcileStatement({ from, lines: broken() })).rejects.toThrow(
      new RangeError('the books are closed'),
    )
    for (const wrong of [[undefined], [1n]] as unknown[]) {
      const lines = wrong as StatementLine[]
      await expect(scripted().reconcileStatement({ from, lines })).rejects.toThrow(TypeError)
    }
    for (const wrong of [undefined, 'text', 7] as unknown[]) {
      const lines = wrong as StatementLine[]
      await expect(scripted().reconcileStatement({ from, lines })).rejects.toThrow('lines is no')
    }
    expect(notices).toEqual([])
  })

  test('is sent again after a failure when it is still there', async () => {
    const file = new Blob([`${JSON.stringify(line(1))}\n${JSON.stringify(line(2))}\n`])
    for (const lines of [[line(1), line(2)], () => source(2).slowLines(), file]) {
      server.script = [fails(503, 'maintenance_mode'), hangsUp, json(200, { lines: 2 })]
      expect(await scripted().reconcileStatement({ from, lines })).toMatchObject({ lines: 2 })
    }
    expect(server.seen).toHaveLength(9)
    expect(notices).toHaveLength(6)
    for (const { headers, path, body } of server.seen) {
      expect(path).toBe('/v1/admin/reconciliation/statements?from=2026-03-02')
      expect(headers['content-type']).toBe('application/x-ndjson')
      expect(headers['x-idempotency-key']).toBe(undefined)
      expect(body.trim().split('\n')).toHaveLength(2)
    }
  })

  test('is sent once when it can be read only once', async () => {
    server.script = [fails(503, 'maintenance_mode'), json(200, {})]
    for (const lines of [source(2).lines(), source(2).slowLines(), new Set([line(1)])]) {
      await expect(scripted().reconcileStatement({ from, lines })).rejects.toMatchObject({ code: 'maintenance_mode' })
      server.script = [fails(503, 'maintenance_mode'), json(200, {})]
    }
    expect(server.seen).toHaveLength(3)
  })

  test('waits for its answer no longer than it may', async () => {
    server.script = [() => {}]
    const call = scripted().reconcileStatement({ from, lines: source(2).lines() }, { timeoutMs: 200 })
    await expect(call).rejects.toMatchObject({ code: 'timeout' })
  })
})

describe('an export', () => {
  async function all(events: AsyncIterable<AuditEvent>): Promise<readonly AuditEvent[]> {
    const read: AuditEvent[] = []
    for await (const event of events) read.push(event)
    return read
  }
  const begins: Reply = (response) => void response.writeHead(200, { 'content-type': 'application/x-ndjson' })
  /** These pieces, then the end, or a cut at a moment. */
  const gives =
    (pieces: readonly (string | Uint8Array)[], cutAt?: () => Promise<void>): Reply =>
    async (response) => {
      begins(response)
      for (const piece of pieces) response.write(piece)
      if (cutAt === undefined) return void response.end()
      await cutAt()
      response.destroy()
    }

  test('brings every line, in order', async () => {
    await buy(used.tenant, 'bob')
    await place(used.tenant, 'bob', 'b1')
    await win(used.tenant, 'bob', 'b1')
    const events = await all(client().exportAudit())
    expect(events.length).toBeGreaterThan(3)
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, i) => i + 1))
    const listed: AuditEvent[] = []
    for await (const event of client().each.listAuditEvents({ limit: 2 })) listed.push(event)
    expect(events.slice(0, listed.length)).toEqual(listed.reverse())
  })

  test('is refused by code', async () => {
    const { publicKey } = used.tenant
    await expect(all(client({ credentials: { publicKey } }).exportAudit())).rejects.toMatchObject({ code: 'forbidden' })
  })

  test('is asked for again until it begins', async () => {
    server.script = [hangsUp, fails(503, 'service_unavailable'), gives(['{"seq":1}\n'])]
    expect(await all(scripted().exportAudit())).toEqual([{ seq: 1 }])
    expect(notices.map(({ operation, error }) => [operation, error.code])).toEqual([
      ['exportAudit', 'network_error'],
      ['exportAudit', 'service_unavailable'],
    ])
  })

  test('is read however it is cut into pieces', async () => {
    const bytes = new TextEncoder().encode('{"seq":1,"action":"ü€😀"}\r\n\n{"seq":2}\n{"seq":3}')
    for (const size of [1, 3, bytes.length]) {
      const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
        bytes.subarray(i * size, (i + 1) * size),
      )
      server.script = [gives(pieces)]
      expect(await all(scripted().exportAudit())).toEqual([{ seq: 1, action: 'ü€😀' }, { seq: 2 }, { seq: 3 }])
    }
  })

  test('that breaks off is no whole one: what came is given, then it throws', async () => {
    for (const [pieces, isCut, code] of [
      [['{"seq":1}\n{"se'], true, 'network_error'],
      [['{"seq":1}\n'], true, 'network_error'],
      [['{"seq":1}\n{"se'], false, 'invalid_response'],
      [['{"seq":1}\n<html>\n{"seq":2}\n'], false, 'invalid_response'],
    ] as const) {
      const read: AuditEvent[] = []
      const haveCome = (): Promise<void> => expect.poll(() => read).toHaveLength(1)
      server.script = [gives(pieces, isCut ? haveCome : undefined)]
      const reading = (async () => {
        for await (const event of scripted().exportAudit()) read.push(event)
      })()
      await expect(reading).rejects.toMatchObject({ name: 'ChallengeFundingError', code })
      expect(read).toEqual([{ seq: 1 }])
    }
    expect(notices).toEqual([])
  })

  test('that comes to a standstill is given up', async () => {
    server.script = [begins]
    await expect(all(scripted().exportAudit({}, { timeoutMs: 200 }))).rejects.toMatchObject({ code: 'timeout' })
  })

  test('that nobody reads further is hung up on, and is held back until then', async () => {
    let written = 0
    let isClosed = false
    const endless: Reply = (response) => {
      begins(response)
      response.on('close', () => {
        isClosed = true
      })
      const more = (): void => {
        do written += 1
        while (response.write(`{"seq":${written},"action":"${'x'.repeat(10_000)}"}\n`) && !isClosed)
      }
      response.on('drain', more)
      more()
    }
    server.script = [endless]
    const read: number[] = []
    for await (const { seq } of scripted().exportAudit()) {
      read.push(seq)
      if (seq === 2_000) break
    }
    await expect.poll(() => isClosed).toBe(true)
    expect(read).toHaveLength(2_000)
    // 10 kB each: what is on its way is a few megabytes.
    expect(written).toBeLessThan(4_000)
  })

  test('can be stopped, which is not its end', async () => {
    const stop = new AbortController()
    server.script = [
      (response) => void response.writeHead(200, { 'content-type': 'application/x-ndjson' }).write('{}\n'),
    ]
    const reading = (async () => {
      for await (const _ of scripted().exportAudit({}, { signal: stop.signal })) stop.abort(new Error('enough'))
    })()
    await expect(reading).rejects.toThrow('enough')
  })
})
