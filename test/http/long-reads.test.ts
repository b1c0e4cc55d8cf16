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
const compare = () =>
  curious.api.send('POST', '/v1/admin/reconciliation/statements?from=2026-03-01T00:00:00Z', LINE, {
    'content-type': 'application/x-ndjson',
  })

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
