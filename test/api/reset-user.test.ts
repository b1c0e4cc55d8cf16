import { describe, expect, test } from 'vitest'
import { resetUser } from '../../src/contract/operations/installation.ts'
import { cancel, eventsOf, flagsOf, lose, place, progressOf, win } from '../helpers/bets.ts'
import { expectError } from '../helpers/expect-error.ts'
import { accountWith, openAccount, payoutsOf, pendingPayout } from '../helpers/payouts.ts'
import { buy, placement, type TestTenant } from '../helpers/service.ts'
import { testAccess, testPath, testReplay } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'

const used = useService()
const reset = ({ api }: TestTenant, userId: string) => api.post(`/v1/sandbox/reset/${encodeURIComponent(userId)}`)
const historyOf = async ({ api }: TestTenant, userId: string) => (await api.get(`/v1/users/${userId}/history`)).body
const told = async ({ api }: TestTenant) => (await api.get('/v1/admin/events?limit=500')).body.events

describe('a user who was reset', () => {
  test('has no program, no history and no events any more', async () => {
    const { tenant } = used
    await accountWith(tenant, 'anna', 100)
    await pendingPayout(tenant, 'anna', 10)
    const { status, body } = await reset(tenant, 'anna')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      reset: true,
      userId: 'anna',
      removed: { challenges: 1, fundedAccounts: 1, betEvents: 6 },
    })
    expect(await progressOf(tenant, 'anna')).toMatchObject({ type: 'none' })
    expect(await historyOf(tenant, 'anna')).toMatchObject({ challenges: [], fundedAccounts: [] })
    expect(await eventsOf(tenant, 'anna')).toEqual([])
    expect(await payoutsOf(tenant, 'anna')).toEqual([])
    expect((await tenant.api.get('/v1/reconciliation/anna')).body.betEvents).toEqual([])
    expect(await told(tenant)).toEqual([])
  })

  test('buys at once, although the day of a cancelled challenge is not over', async () => {
    const { tenant } = used
    await buy(tenant, 'ben')
    await cancel(tenant, 'ben')
    expectError(await buy(tenant, 'ben'), 429, 'purchase_cooldown')
    await reset(tenant, 'ben')
    expect((await buy(tenant, 'ben')).status).toBe(201)
  })

  test('uses the same bet ids again, and what was settled before is unknown', async () => {
    const { tenant } = used
    await buy(tenant, 'carl')
    await place(tenant, 'carl', 'c1')
    await place(tenant, 'carl', 'c2')
    await win(tenant, 'carl', 'c1')
    await reset(tenant, 'carl')
    await buy(tenant, 'carl')
    expect((await lose(tenant, 'carl', 'c2')).body).toMatchObject({
      status: 'flagged',
      flagReason: 'no_accepted_placement',
    })
    expect((await place(tenant, 'carl', 'c1')).body).toMatchObject({ status: 'accepted', duplicate: false })
    expect((await lose(tenant, 'carl', 'c1')).body).toMatchObject({ status: 'accepted', duplicate: false })
    expect(await progressOf(tenant, 'carl')).toMatchObject({ currentBalance: 75, totalBetsAccepted: 1 })
  })

  test('is excluded no more, and the flags on their bets are out of sight', async () => {
    const { tenant } = used
    await buy(tenant, 'dora')
    await place(tenant, 'dora', 'd1')
    await win(tenant, 'dora', 'd1', 1000)
    await tenant.api.put('/v1/admin/users/dora/self-exclusion', { excluded: true })
    expect((await flagsOf(tenant)).filter(({ userId }) => userId === 'dora')).toHaveLength(1)
    const flags = (await flagsOf(tenant)).length
    await reset(tenant, 'dora')
    expect(await flagsOf(tenant)).toHaveLength(flags - 1)
    expect((await buy(tenant, 'dora')).status).toBe(201)
  })

  test('gets a fresh answer under a key that was used before', async () => {
    const { tenant } = used
    const key = { 'x-idempotency-key': 'one purchase' }
    const purchase = { userId: 'eve', challengeTierId: tenant.tierId }
    const first = await tenant.api.post('/v1/challenges/purchase', purchase, key)
    await reset(tenant, 'eve')
    const second = await tenant.api.post('/v1/challenges/purchase', purchase, key)
    expect(second.status).toBe(201)
    expect(second.body.challenge.id).not.toBe(first.body.challenge.id)
    expectError(await tenant.api.get(`/v1/challenges/${first.body.challenge.id}`), 404, 'not_found')
  })

  test('gets one under a key of a path, too, however the path was written', async () => {
    const { tenant } = used
    const ask = () => tenant.api.post('/v1/users/%c3%a9ve%21/challenge/continue', {}, { 'x-idempotency-key': 'a path' })
    expectError(await ask(), 404, 'no_pending_choice')
    expect((await ask()).headers.get('idempotency-replayed')).toBe('true')
    await buy(tenant, 'éve!')
    await reset(tenant, 'éve!')
    expect((await ask()).headers.get('idempotency-replayed')).toBeNull()
  })

  test.each([
    ['a bet', '/v1/bets', (bet: object) => bet],
    ['a batch', '/v1/bets/batch', (bet: object) => ({ bets: [bet] })],
  ])('gets a fresh answer to %s under a key that was used before; nobody else does', async (what, path, bodyOf) => {
    const tenant = await used.service.seed()
    const ask = (userId: string) =>
      tenant.api.post(path, bodyOf(placement(userId, `bet-${userId}`)), { 'x-idempotency-key': `${what} of ${userId}` })
    for (const userId of ['eve', 'adam']) {
      await buy(tenant, userId)
      await ask(userId)
    }
    await reset(tenant, 'eve')
    await buy(tenant, 'eve')
    expect((await ask('eve')).headers.get('idempotency-replayed')).toBeNull()
    expect(await progressOf(tenant, 'eve')).toMatchObject({ reserved: 25 })
    expect((await ask('adam')).headers.get('idempotency-replayed')).toBe('true')
  })

  test('is told of under rising numbers', async () => {
    const tenant = await used.service.seed()
    await buy(tenant, 'anna')
    await cancel(tenant, 'anna')
    await reset(tenant, 'anna')
    await buy(tenant, 'anna')
    const { rows } = await used.service.app.pool.query(
      'select seq from events where tenant_id = $1 order by recorded_at, event_id',
      [tenant.id],
    )
    expect(rows.map(({ seq }) => seq)).toEqual([1, 2, 3])
    expect((await tenant.api.post('/v1/admin/ledger/verify')).body).toMatchObject({ valid: true })
  })

  test('is not told of once more, and what waited to be delivered is called off', async () => {
    const tenant = await used.service.seed({ webhookUrl: 'https://operator.example/hook' })
    await buy(tenant, 'anna')
    await buy(tenant, 'ben')
    await reset(tenant, 'anna')
    const { body } = await tenant.api.get('/v1/admin/webhook-deliveries')
    expect(body.deliveries.map(({ userId }: { userId: string }) => userId)).toEqual(['ben'])
    const range = { from: new Date(0).toISOString(), to: new Date(Date.now() + 1e6).toISOString() }
    expect((await tenant.api.post('/v1/admin/webhook-deliveries/replay', range)).body).toMatchObject({ replayed: 1 })
  })

  test('is not told of once more either where it was delivered before', async () => {
    const tenant = await used.service.seed({ webhookUrl: 'https://operator.example/hook' })
    await buy(tenant, 'anna')
    const { pool } = used.service.app
    await pool.query(`update deliveries set status = 'delivered', settled_at = now() where tenant_id = $1`, [tenant.id])
    await reset(tenant, 'anna')
    expect((await tenant.api.get('/v1/admin/webhook-deliveries')).body.deliveries).toEqual([])
    const range = { from: new Date(0).toISOString(), to: new Date(Date.now() + 1e6).toISOString() }
    expect((await tenant.api.post('/v1/admin/webhook-deliveries/replay', range)).body).toMatchObject({ replayed: 0 })
  })

  test('can be reset again and again', async () => {
    const { tenant } = used
    for (const [i] of [1, 2, 3].entries()) {
      await buy(tenant, 'finn')
      await place(tenant, 'finn', 'f1')
      expect((await reset(tenant, 'finn')).body.removed, `${i}`).toEqual({
        challenges: 1,
        fundedAccounts: 0,
        betEvents: 1,
      })
    }
  })
})

test('nothing is removed of a user who was never seen', async () => {
  const { status, body } = await reset(used.tenant, 'nobody')
  expect(status).toBe(200)
  expect(body.removed).toEqual({ challenges: 0, fundedAccounts: 0, betEvents: 0 })
})

test('others keep what they have', async () => {
  const { tenant } = used
  const other = await used.service.seed()
  await openAccount(tenant, 'gina')
  await buy(tenant, 'gus')
  await buy(other, 'gina')
  await reset(tenant, 'gina')
  expect(await progressOf(tenant, 'gus')).toMatchObject({ type: 'challenge' })
  expect(await progressOf(other, 'gina')).toMatchObject({ type: 'challenge' })
})

test('bets that come at the same moment find the user before or after, and the ledger adds up', async () => {
  const tenant = await used.service.seed()
  for (let round = 0; round < 5; round += 1) {
    await buy(tenant, 'anna')
    const bets = Array.from({ length: 10 }, (_, i) => place(tenant, 'anna', `b${i}`, { stakeAmount: 1 }))
    const [done, ...answers] = await Promise.all([reset(tenant, 'anna'), ...bets])
    expect(done.status).toBe(200)
    // Whoever came after has no program.
    for (const { status } of answers) expect([200, 404]).toContain(status)
    const accepted = answers.filter(({ status }) => status === 200).length
    expect(done.body.removed).toMatchObject({ challenges: 1, betEvents: accepted })
    await reset(tenant, 'anna')
  }
  expect((await tenant.api.post('/v1/admin/ledger/verify')).body.mismatches).toEqual([])
})

test('in production nobody is reset', async () => {
  const tenant = await used.service.seed({ environment: 'production' })
  await buy(tenant, 'anna')
  expectError(await reset(tenant, 'anna'), 403, 'forbidden')
  expect(await progressOf(tenant, 'anna')).toMatchObject({ type: 'challenge' })
})

testAccess(used, resetUser)
testPath(used, resetUser)
testReplay(200, async () => {
  const tenant = await used.service.seed()
  await buy(tenant, 'anna')
  return { api: tenant.api, path: '/v1/sandbox/reset/anna' }
})

test('a user who is reset and erased at the same moment is both, one after the other', async () => {
  const { service, tenant } = used
  const { pool } = service.app
  const bought = await tenant.api.post(
    '/v1/challenges/purchase',
    { userId: 'nora', challengeTierId: tenant.tierId },
    { 'x-idempotency-key': 'nora-1' },
  )
  expect(bought.status).toBe(201)
  await cancel(tenant, 'nora')
  const waiting = async (): Promise<number | null> =>
    (await pool.query(`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`))
      .rowCount
  const other = await pool.connect()
  await other.query('begin')
  await other.query("select from idempotency_keys where key = 'nora-1' for update")
  const wasReset = reset(tenant, 'nora')
  await expect.poll(waiting, { timeout: 20_000 }).toBe(1)
  const wasErased = tenant.api.ask('DELETE', '/v1/admin/users/nora?confirm=true')
  await expect.poll(waiting, { timeout: 20_000 }).toBe(2)
  await other.query('rollback')
  other.release()
  expect([(await wasReset).status, (await wasErased).status]).toEqual([200, 200])
})
