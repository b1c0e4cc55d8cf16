import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeLog } from '../../src/log.ts'
import { Telemetry } from '../../src/telemetry.ts'
import { placement, startService, type TestService, type TestTenant } from '../helpers/service.ts'

// A database that answers and can store nothing is as good as away: the same request may come again, and nobody is to blame.

const logged: string[] = []
const telemetry = new Telemetry(makeLog('warn', { write: (text) => void logged.push(text) }))
let service: TestService
let tenant: TestTenant
beforeAll(async () => {
  service = await startService({ edge: () => ({ telemetry }) })
  tenant = await service.seed()
  await tenant.api.post('/v1/challenges/purchase', { userId: 'anna', challengeTierId: tenant.tierId })
})
afterAll(() => service.end())

const PATIENCE = { timeout: 60_000 }
const away = { status: 503, body: { error: 'service_unavailable', retryAfter: 1 } }

const expectAway = async (bet: string, reason: string): Promise<void> => {
  expect(await tenant.api.post('/v1/bets', placement('anna', bet))).toMatchObject(away)
  // Nobody has heard of this user: the way with locks.
  expect(await tenant.api.post('/v1/bets', placement(`user of ${bet}`, bet))).toMatchObject(away)
  expect(await tenant.api.patch('/v1/admin/settings', { maxBackfillHours: 100 })).toMatchObject(away)
  const { body } = await tenant.api.post('/v1/bets/batch', { bets: [placement('anna', `${bet}-2`)] })
  expect(body.results).toMatchObject([{ httpStatus: 503, error: 'service_unavailable' }])
  await expect.poll(async () => (await tenant.api.get('/v1/users/anna/progress')).status, PATIENCE).toBe(200)
  expect(logged.join('')).toContain(`"reason":"${reason}`)
  expect((await telemetry.metrics()).text).toContain('\nbugs_total 0\n')
}
const expectBack = (bet: string) =>
  expect.poll(async () => (await tenant.api.post('/v1/bets', placement('anna', bet))).status, PATIENCE).toBe(200)

test('where the disk is full', async () => {
  const { pool } = service.app
  await pool.query(`create function is_full() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`)
  for (const table of ['events', 'bets', 'players', 'tenants']) {
    await pool.query(`create trigger full_disk before insert or update on ${table} execute function is_full()`)
  }
  await expectAway('full', 'could not extend file')
  await pool.query('drop function is_full cascade')
  await expectBack('full')
})

test('where the database may only be read, as one that another has taken the place of', async () => {
  await setReadOnly('on')
  await expectAway('read-only', 'cannot execute')
  await setReadOnly('off')
  await expectBack('read-only')
})

/** It counts for connections that come, so all others are ended. */
async function setReadOnly(value: 'on' | 'off'): Promise<void> {
  const client = new pg.Client({ connectionString: service.app.url })
  await client.connect()
  const { rows } = await client.query('select current_database() as name')
  await client.query(
    `begin read write; alter database ${rows[0].name} set default_transaction_read_only = ${value}; commit`,
  )
  await client.query(
    'select pg_terminate_backend(pid, 60000) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()',
    [rows[0].name],
  )
  await client.end()
}
