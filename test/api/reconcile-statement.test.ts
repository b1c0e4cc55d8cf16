import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, test } from 'vitest'
import { reconcileStatement } from '../../src/contract/operations/reconciliation.ts'
import { advance, cancel, flagsOf, lose, place, voidBet, win } from '../helpers/bets.ts'
import type { Answer } from '../helpers/client.ts'
import { expectError, expectWrong } from '../helpers/expect-error.ts'
import { buy, type TestTenant } from '../helpers/service.ts'
import { testAccess } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'

const used = useService()
const PATH = '/v1/admin/reconciliation/statements'

/** Sends lines: objects as JSON, texts as they are. */
function send(tenant: TestTenant, lines: readonly unknown[], query = 'from=2026-03-02'): Promise<Answer> {
  const body = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n')
  return tenant.api.send('POST', `${PATH}?${query}`, body, { 'content-type': 'application/x-ndjson' })
}

/** The bets of the tenant as its operator has them in its own books. */
const books = [
  { externalBetId: 'open', status: 'placed', userId: 'ann', stakeAmount: 10, odds: 2 },
  { externalBetId: 'won', status: 'settled-won', userId: 'ann', stakeAmount: 10, odds: 2, settlementAmount: 20 },
  { externalBetId: 'lost', status: 'settled-lost', userId: 'ann', stakeAmount: 10, odds: 2, settlementAmount: 0 },
  { externalBetId: 'void', status: 'voided', userId: 'ann', stakeAmount: 10, odds: 2, settlementAmount: 10 },
  { externalBetId: 'bobs', status: 'settled-lost', userId: 'bob', stakeAmount: 10.5 },
]
const idsOf = ({ items }: { items: { externalBetId: string }[] }) => items.map(({ externalBetId }) => externalBetId)

async function seeded(): Promise<TestTenant> {
  const tenant = await used.service.seed()
  await buy(tenant, 'ann')
  await buy(tenant, 'bob')
  for (const bet of ['open', 'won', 'lost', 'void']) await place(tenant, 'ann', bet, { stakeAmount: 10 })
  await win(tenant, 'ann', 'won', 20)
  await lose(tenant, 'ann', 'lost')
  await voidBet(tenant, 'ann', 'void')
  await place(tenant, 'bob', 'bobs', { stakeAmount: 10.5 })
  await lose(tenant, 'bob', 'bobs')
  await place(tenant, 'bob', 'rejected', { stakeAmount: 99 })
  return tenant
}

let tenant: TestTenant
beforeAll(async () => {
  tenant = await seeded()
})

describe('a statement', () => {
  test('that says what we say differs in nothing', async () => {
    const { status, body } = await send(tenant, books)
    expect(status).toBe(200)
    const none = { count: 0, staked: 0, items: [] }
    expect(body).toEqual({
      from: '2026-03-02T00:00:00.000Z',
      to: '2026-03-02T23:59:59.999Z',
      lines: 5,
      matched: 5,
      statement: { bets: 5, staked: 50.5, returned: 30 },
      service: { bets: 5, staked: 50.5, returned: 20 },
      missing: none,
      extra: none,
      mismatched: none,
      stuckOpen: none,
      badLines: { count: 0, items: [] },
      flagsOpened: 0,
      correlationId: expect.any(String),
    })
  })

  test('that says less of each bet is compared in what it says', async () => {
    const { body } = await send(
      tenant,
      books.map(({ externalBetId, status }) => ({ externalBetId, status })),
    )
    expect(body).toMatchObject({ matched: 5, statement: { bets: 5, staked: 0, returned: 0 } })
  })

  test('tells what is missing: unknown here, or not accepted', async () => {
    const { body } = await send(tenant, [
      ...books,
      { externalBetId: 'unknown', status: 'settled-lost', stakeAmount: 5 },
      { externalBetId: 'rejected', status: 'placed', stakeAmount: 99 },
    ])
    expect(body).toMatchObject({ matched: 5, missing: { count: 2, staked: 104 } })
    const said = { userId: null, odds: null, settlementAmount: null }
    const nothing = { ...said, status: null, stakeAmount: null }
    expect(body.missing.items[0]).toEqual({
      externalBetId: 'unknown',
      line: 6,
      betEventId: null,
      fields: [],
      statement: { ...said, status: 'settled-lost', stakeAmount: 5 },
      service: nothing,
    })
    expect(body.missing.items[1]).toMatchObject({ line: 7, service: { status: 'rejected' } })
  })

  test('tells what is too much: accepted here in the range, and not in it', async () => {
    const { body } = await send(tenant, books.slice(1, 4))
    expect(body).toMatchObject({ matched: 3, extra: { count: 2, staked: 20.5 } })
    expect(body.extra.items[0]).toEqual({
      externalBetId: 'bobs',
      line: null,
      betEventId: expect.any(String),
      fields: [],
      statement: { userId: null, status: null, stakeAmount: null, odds: null, settlementAmount: null },
      service: { userId: 'bob', status: 'settled-lost', stakeAmount: 10.5, odds: 2, settlementAmount: 0 },
    })
    expect(idsOf(body.extra)).toEqual(['bobs', 'open'])
  })

  test('of nothing finds all of ours too much', async () => {
    expect((await send(tenant, [])).body).toMatchObject({ lines: 0, matched: 0, extra: { count: 5, staked: 50.5 } })
  })

  test('tells what is open here and settled there', async () => {
    const { body } = await send(tenant, [
      { ...books[0], status: 'settled-won', settlementAmount: 20 },
      ...books.slice(1),
    ])
    expect(body).toMatchObject({ matched: 4, stuckOpen: { count: 1, staked: 10 }, mismatched: { count: 0 } })
    expect(body.stuckOpen.items).toMatchObject([
      {
        externalBetId: 'open',
        line: 1,
        betEventId: expect.any(String),
        fields: ['status'],
        statement: { status: 'settled-won', settlementAmount: 20 },
        service: { status: 'placed', settlementAmount: null },
      },
    ])
  })

  test.each([
    ['userId', 1, { userId: 'bob' }],
    ['stakeAmount', 1, { stakeAmount: 10.01 }],
    ['odds', 1, { odds: 2.0001 }],
    ['settlementAmount', 1, { settlementAmount: 19.99 }],
    ['settlementAmount', 2, { settlementAmount: 0.01 }],
    ['status', 2, { status: 'placed', settlementAmount: undefined }],
    ['status', 3, { status: 'settled-lost', settlementAmount: undefined }],
  ])('tells of another %s', async (field, index, more) => {
    const { body } = await send(
      tenant,
      books.map((bet, i) => (i === index ? { ...bet, ...more } : bet)),
    )
    expect(body).toMatchObject({ matched: 4, mismatched: { count: 1, staked: 10 } })
    expect(body.mismatched.items).toMatchObject([{ line: index + 1, fields: [field] }])
  })

  test('leaves out bad lines, and tells which and why', async () => {
    const { body } = await send(tenant, [
      books[0],
      'no json',
      '',
      '   ',
      { status: 'placed' },
      { externalBetId: 'x', status: 'lost' },
      { externalBetId: 'x', status: 'placed', stakeAmount: '10' },
      '[]',
      JSON.stringify({ externalBetId: 'x'.repeat(20_000), status: 'placed' }),
      { ...books[0], stakeAmount: 11 },
      ...books.slice(1),
    ])
    expect(body).toMatchObject({ lines: 12, matched: 5, badLines: { count: 7 } })
    expect(body.badLines.items).toEqual([
      { line: 2, field: null, message: 'is not valid JSON' },
      { line: 5, field: 'externalBetId', message: 'is required' },
      { line: 6, field: 'status', message: expect.stringContaining('must be one of') },
      { line: 7, field: 'stakeAmount', message: 'must be a number' },
      { line: 8, field: null, message: expect.stringContaining('object') },
      { line: 9, field: null, message: 'is longer than 16384 bytes' },
      { line: 10, field: 'externalBetId', message: 'is that of line 1 already' },
    ])
  })

  test('that is not UTF-8 is bad, line by line', async () => {
    const bytes = Buffer.concat([Buffer.from(`${JSON.stringify(books[0])}\n{"externalBetId":"`), Buffer.from([0xff])])
    const { body } = await tenant.api.send('POST', `${PATH}?from=2026-03-02`, new Uint8Array(bytes), {
      'content-type': 'application/x-ndjson',
    })
    expect(body).toMatchObject({ matched: 1, badLines: { items: [{ line: 2, message: 'is not valid UTF-8' }] } })
  })

  test('shows as many of each as are asked for, and counts all', async () => {
    const unknown = [...Array(7).keys()].map((i) => ({ externalBetId: `u${i}`, status: 'placed' }))
    const { body } = await send(tenant, [...unknown, 'x', 'y', 'z'], 'from=2026-03-02&limit=2')
    expect(body.missing).toMatchObject({ count: 7 })
    expect(idsOf(body.missing)).toEqual(['u0', 'u1'])
    expect(body.extra.items).toHaveLength(2)
    expect(body.badLines).toMatchObject({ count: 3, items: [{ line: 8 }, { line: 9 }] })
    expect((await send(tenant, unknown, 'from=2026-03-02&limit=0')).body.missing).toMatchObject({ count: 7, items: [] })
  })

  test('is one of its range; a bet of another day that it names is compared all the same', async () => {
    for (const query of ['from=2026-03-01', 'from=2026-03-03', 'from=2026-03-02T12:00:00.001Z&to=2026-03-04']) {
      expect((await send(tenant, books.slice(0, 1), query)).body).toMatchObject({ matched: 1, extra: { count: 0 } })
    }
    for (const query of ['from=2026-03-01&to=2026-03-02', 'from=2026-03-02T12:00:00Z&to=2026-03-02T12:00:00Z']) {
      expect((await send(tenant, [], query)).body).toMatchObject({ extra: { count: 5 }, service: { bets: 5 } })
    }
  })

  test('larger than any other body, in pieces that cut lines apart', async () => {
    const many = [...Array(20_000).keys()].map((i) => ({
      externalBetId: `many-${i}`,
      status: 'placed',
      userId: 'ännä',
    }))
    const { status, body } = await send(tenant, [...many, ...books])
    expect(status).toBe(200)
    expect(body).toMatchObject({ lines: 20_005, matched: 5, missing: { count: 20_000 }, badLines: { count: 0 } })
  })

  test('of another tenant knows nothing of ours', async () => {
    const other = await used.service.seed()
    expect((await send(other, books)).body).toMatchObject({ matched: 0, missing: { count: 5 }, extra: { count: 0 } })
  })
})

test('a bet whose settlement came after its program had closed is not stuck', async () => {
  const late = await used.service.seed()
  await buy(late, 'late')
  await place(late, 'late', 'l1', { stakeAmount: 10 })
  await cancel(late, 'late')
  const line = { externalBetId: 'l1', status: 'settled-lost', stakeAmount: 10 }
  expect((await send(late, [line])).body).toMatchObject({ matched: 0, stuckOpen: { count: 1 } })
  await lose(late, 'late', 'l1')
  expect((await send(late, [line])).body).toMatchObject({ matched: 1, stuckOpen: { count: 0 } })
})

test('a day that lies behind a moved clock is found', async () => {
  const moved = await seeded()
  await advance(moved, '2026-03-20T12:00:00Z')
  await place(moved, 'ann', 'later', { stakeAmount: 10 })
  expect((await send(moved, [])).body).toMatchObject({ extra: { count: 5 } })
  expect((await send(moved, [], 'from=2026-03-20')).body).toMatchObject({
    extra: { items: [{ externalBetId: 'later' }] },
  })
})

describe('flags', () => {
  test('are opened for what differs when they are asked for, and once', async () => {
    const flagged = await seeded()
    const lines = [
      { ...books[0], status: 'settled-lost' },
      { ...books[1], stakeAmount: 9 },
      ...books.slice(2, 4),
      { externalBetId: 'unknown', status: 'placed' },
      { externalBetId: 'unknown', status: 'placed' },
      'bad',
    ]
    expect((await send(flagged, lines)).body.flagsOpened).toBe(0)
    expect((await send(flagged, lines, 'from=2026-03-02&openFlags=false')).body.flagsOpened).toBe(0)
    expect(await flagsOf(flagged)).toEqual([])
    const { body } = await send(flagged, lines, 'from=2026-03-02&openFlags=true')
    expect(body.flagsOpened).toBe(4)
    const flags = await flagsOf(flagged)
    expect(flags.map(({ type, externalBetId }) => [type, externalBetId])).toEqual([
      ['stuck_open', 'open'],
      ['statement_mismatch', 'won'],
      ['statement_missing', 'unknown'],
      ['statement_extra', 'bobs'],
    ])
    expect(flags[0]).toMatchObject({
      userId: 'ann',
      betEventId: body.stuckOpen.items[0].betEventId,
      description: 'bet open is settled in the statement and open here',
      source: 'script',
      flaggedBy: 'server_key',
      flaggedAt: '2026-03-02T12:00:00.000Z',
    })
    expect(flags[2]).toMatchObject({ userId: null, betEventId: null })
    expect((await send(flagged, lines, 'from=2026-03-02&openFlags=true')).body.flagsOpened).toBe(0)
    await flagged.api.post(`/v1/admin/reconciliation/flags/${flags[0].id}/resolve`, { note: 'Looked at' })
    expect((await send(flagged, lines, 'from=2026-03-02&openFlags=true')).body.flagsOpened).toBe(1)
  })
})

describe('what is no statement', () => {
  test.each([
    ['from', ''],
    ['from', 'from=yesterday'],
    ['from', 'from=2026-02-30'],
    ['to', 'from=2026-03-02&to=2026-03-01'],
    ['to', 'from=2026-03-02&to='],
    ['openFlags', 'from=2026-03-02&openFlags=yes'],
    ['limit', 'from=2026-03-02&limit=501'],
    ['limit', 'from=2026-03-02&limit=-1'],
  ])('a wrong %s is named: %s', async (field, query) => expectWrong(await send(tenant, books, query), field))

  test.each([['application/json'], ['text/plain'], ['application/x-www-form-urlencoded']])('as %s', async (type) => {
    const answer = await tenant.api.send('POST', `${PATH}?from=2026-03-02`, '{}', { 'content-type': type })
    expectWrong(answer, 'Content-Type')
  })

  test('without a body', async () => {
    expectWrong(await tenant.api.send('POST', `${PATH}?from=2026-03-02`, undefined, {}), 'Content-Type')
  })

  test('as lines where a body is JSON', async () => {
    const answer = await tenant.api.send('POST', '/v1/bets', '{}', { 'content-type': 'application/x-ndjson' })
    expectWrong(answer, 'Content-Type')
  })

  test('of too many lines', async () => {
    const answer = await tenant.api.send('POST', `${PATH}?from=2026-03-02`, '\n'.repeat(2_000_001), {
      'content-type': 'application/x-ndjson',
    })
    expectError(answer, 413, 'payload_too_large')
  })
})

/** Begins to send a statement with so many lines that some of them are kept before the last one has come. */
function begin() {
  const sending = request(`${used.service.url}${PATH}?from=2026-03-02&openFlags=true`, {
    method: 'POST',
    headers: { 'x-api-key': tenant.serverKey, 'content-type': 'application/x-ndjson' },
  })
  const answered = new Promise<IncomingMessage>((resolve, reject) => sending.on('response', resolve).on('error', reject))
  const lines = Array.from({ length: 12_000 }, (_, i) => `{"externalBetId":"h-${i}","status":"placed"}\n`).join('')
  sending.write(lines)
  return { sending, answered }
}

const rows = async (): Promise<number> =>
  (await used.service.app.pool.query('select count(*)::int as rows from statement_lines')).rows[0].rows

test('a client that hangs up leaves nothing behind, and is no fault of ours', async () => {
  const { sending, answered } = begin()
  answered.catch(() => {})
  await expect.poll(rows, { timeout: 20_000 }).toBeGreaterThan(0)
  sending.destroy()
  await expect.poll(rows, { timeout: 20_000 }).toBe(0)
})

test('where a crash of the database takes lines that had come, it is to be sent again, and nothing is said of the rest', async () => {
  const flags = await flagsOf(tenant)
  const { sending, answered } = begin()
  await expect.poll(rows, { timeout: 20_000 }).toBeGreaterThan(0)
  // What a server does to such a table when it recovers.
  await used.service.app.pool.query('truncate statement_lines')
  sending.end('{"externalBetId":"the last one","status":"placed"}\n')
  const answer = await answered
  expect(answer.statusCode).toBe(503)
  expect(JSON.parse(await text(answer))).toMatchObject({ error: 'service_unavailable' })
  expect(await flagsOf(tenant)).toEqual(flags)
})

test('nothing of a statement stays', async () => {
  await send(tenant, books)
  for (const table of ['statement_lines', 'statement_findings']) {
    const { rows } = await used.service.app.pool.query(`select count(*)::int as rows from ${table}`)
    expect(rows).toEqual([{ rows: 0 }])
  }
})

testAccess(used, reconcileStatement)
