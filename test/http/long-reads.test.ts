import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buy, startService, type TestService, type TestTenant } from '../helpers/service.ts'

// Ten connections of the pool serve all tenants: what takes long for one of them must not take them all.

let service: TestService
let curious: TestTenant
let other: TestTenant
let holder: pg.Client
let watcher: pg.Client
beforeAll(async () => {
  service = await startService()
  curious = await service.seed()
  other = await service.seed()
  await buy(curious, 'anna')
  await buy(other, 'ben')
  holder = new pg.Client(service.app.url)
  watcher = new pg.Client(service.app.url)
  await Promise.all([holder.connect(), watcher.connect()])
})
afterAll(async () => {
  await Promise.all([holder.end(), watcher.end()])
  await service.end()
})

const waitingForLocks = `
  select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

const LINE = '{"externalBetId":"b1","status":"placed"}'
const verify = () => curious.api.post('/v1/admin/ledger/verify', {})
const overview = () => curious.api.get('/v1/admin/overview')
const STATEMENTS = '/v1/admin/reconciliation/statements?from=2026-03-01T00:00:00Z'
const AS_LINES = { 'content-type': 'application/x-ndjson' }
const compare = () => curious.api.send('POST', STATEMENTS, LINE, AS_LINES)

test.each([
  ['verify the ledger', 'payouts', verify],
  ['draw the overview', 'flags', overview],
  ['compare a statement', 'statement_findings', compare],
] as const)('a tenant that asks twelve times to %s keeps no other one waiting', async (_, table, ask) => {
  await holder.query(`begin; lock table ${table}`)
  const asked = Array.from({ length: 12 }, ask)
  try {
    await expect.poll(async () => (await watcher.query(waitingForLocks)).rowCount).toBeGreaterThan(0)
    for (let i = 0; i < 3; i += 1) {
      const { status } = await other.api.get('/v1/users/ben/progress')
      expect(status).toBe(200)
    }
  } finally {
    await holder.query('rollback')
  }
  const answers = await Promise.all(asked)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
})

const linesKept = async () => Number((await watcher.query('select count(*) from statement_lines')).rows[0].count)

test('the turn of whoever has hung up is given up: nothing is done for nobody', async () => {
  await holder.query('begin; lock table statement_findings')
  const first = compare()
  await expect.poll(async () => (await watcher.query(waitingForLocks)).rowCount).toBeGreaterThan(0)
  const patience = new AbortController()
  const headers = { 'x-api-key': curious.serverKey, ...AS_LINES }
  const url = `${service.url}${STATEMENTS}&openFlags=true`
  const second = fetch(url, { method: 'POST', headers, body: LINE, signal: patience.signal }).catch(() => 'hung up')
  try {
    // One line of the first, one of the second.
    await expect.poll(linesKept).toBe(2)
    patience.abort()
    expect(await second).toBe('hung up')
    await expect.poll(linesKept).toBe(1)
  } finally {
    await holder.query('rollback')
  }
  expect((await first).status).toBe(200)
  expect((await compare()).status).toBe(200)
  expect((await curious.api.get('/v1/admin/reconciliation/flags')).body.flags).toEqual([])
})

test('while one tenant compares, another one does, too', async () => {
  await holder.query('begin; lock table flags')
  const slow = curious.api.send('POST', `${STATEMENTS}&openFlags=true`, LINE, AS_LINES)
  try {
    await expect.poll(async () => (await watcher.query(waitingForLocks)).rowCount).toBeGreaterThan(0)
    expect((await other.api.send('POST', STATEMENTS, LINE, AS_LINES)).status).toBe(200)
  } finally {
    await holder.query('rollback')
  }
  expect((await slow).body.flagsOpened).toBe(1)
})

test('a stop lets who reads read to the end, and tells who waits to come again', async () => {
  const stopping = await startService()
  const tenant = await stopping.seed()
  // Without a player there is no payout to look at, and nothing to wait for.
  await buy(tenant, 'anna')
  const { api } = tenant
  const blocker = new pg.Client(stopping.app.url)
  await blocker.connect()
  await blocker.query('begin; lock table payouts')
  const first = api.post('/v1/admin/ledger/verify', {})
  // Not over the blocker: within its transaction the database would go on showing what it has shown once.
  await expect.poll(async () => (await stopping.app.pool.query(waitingForLocks)).rowCount).toBe(1)
  const rest = [1, 2].map(() => api.post('/v1/admin/ledger/verify', {}))
  // Behind those two, over a connection of its own.
  expect((await api.get('/v1/admin/reconciliation/flags')).status).toBe(200)
  const ended = stopping.end()
  for (const { status, body } of await Promise.all(rest)) {
    expect(status).toBe(503)
    expect(body).toMatchObject({ error: 'service_unavailable', retryAfter: 1 })
  }
  // Its lock goes with its connection, which the end of the service would cut off.
  await blocker.end()
  expect((await first).status).toBe(200)
  await ended
  expect(stopping.bugs).toEqual([])
})
