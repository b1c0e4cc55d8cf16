import { afterAll, beforeAll, expect, test } from 'vitest'
import { placing, purchase, seedTenant, startApp, type TestApp, whoOf } from '../helpers/app.ts'

// What was under way for a user when they were erased names them no more.

let running: TestApp
beforeAll(async () => {
  running = await startApp()
})
afterAll(() => running.end())

const named = async (userId: string): Promise<number | null> =>
  (await running.pool.query('select 1 from players where user_id = $1', [userId])).rowCount

const waitingForLocks = `
  select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

test('whoever sees that something is due for a user who has been erased by then makes nobody anew', async () => {
  const { app } = running
  const { tenant, tier } = await seedTenant(app)
  await app.run(whoOf(tenant, 'anna'), { type: 'Wake' })
  expect(await named('anna')).toBe(0)
  const [bought] = await Promise.all([
    purchase(app, tenant, tier.id, 'ben'),
    app.run(whoOf(tenant, 'ben'), { type: 'Wake' }),
    app.run(whoOf(tenant, 'clara'), { type: 'Wake' }),
  ])
  expect(bought.answer.kind).toBe('purchased')
  expect([await named('ben'), await named('clara')]).toEqual([1, 0])
  expect((await purchase(app, tenant, tier.id, 'clara')).answer.kind).toBe('purchased')
  expect((await app.verifyLedger(tenant.id)).valid).toBe(true)
})

test('a queued bet that is about to be decided when its user is erased goes with them', async () => {
  const { app, pool } = running
  const { tenant, tier } = await seedTenant(app)
  await app.changeTenant(tenant.id, { settings: { integrationMode: 'async' } })
  await purchase(app, tenant, tier.id, 'dora')
  const other = await pool.connect()
  await other.query('begin')
  await other.query("select from players where user_id = 'dora' for update")
  await app.queueBet(whoOf(tenant, 'dora'), placing('dora-1', 1000, 20_000))
  await expect.poll(async () => (await pool.query(waitingForLocks)).rowCount, { timeout: 20_000 }).toBe(1)
  await other.query("update players set user_id = null where user_id = 'dora'")
  await other.query("delete from inbox where user_id = 'dora'")
  await other.query('commit')
  other.release()
  await expect.poll(() => running.figures().depth, { timeout: 20_000 }).toBe(0)
  expect(await named('dora')).toBe(0)
})
