import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Outcome } from '../../src/app/running.ts'
import { HOUR_MS, instant } from '../../src/core/instant.ts'
import {
  losing,
  placing,
  purchase,
  resultOf,
  seedTenant,
  startApp,
  type TestApp,
  whoOf,
  winning,
} from '../helpers/app.ts'
import { DatabaseLine } from '../helpers/database-line.ts'

// What a replica knows from its latest batches is no longer true when another one has changed it: everything is decided
// on what is true all the same.

let own: TestApp
let replica: TestApp
const line = new DatabaseLine()

beforeAll(async () => {
  own = await startApp({ lanes: 1, via: line.to })
  replica = await startApp({ via: async () => own.url })
})

afterAll(async () => {
  await replica.end()
  await own.end()
  await line.cut()
})

/** A player of a new tenant, with a challenge and an open bet, all of which `own` knows. */
async function known(user: string) {
  const { tenant, tier } = await seedTenant(own.app)
  const who = whoOf(tenant, user)
  await purchase(own.app, tenant, tier.id, user)
  expect(resultOf(await own.app.run(who, placing(`${user}-1`, 1000, 20_000)))).toBe('accepted')
  return { tenant, tier, who }
}

const waitingForRows = async () => {
  const { rowCount } = await own.pool.query(
    `select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%for update%'`,
  )
  return rowCount
}

const isValid = async (tenantId: Parameters<typeof own.app.verifyLedger>[0]) =>
  (await own.app.verifyLedger(tenantId)).valid

test('bets of players who are known ask for nothing and are one statement each', async () => {
  const { tenant, who } = await known('anna')
  const [locks, begins, writes] = ['batch-lock', 'begin', 'batch-write-bets'].map((word) => line.count(word))
  expect(resultOf(await own.app.run(who, winning('anna-1', 2000)))).toBe('accepted')
  expect(resultOf(await own.app.run(who, placing('anna-2', 1000, 20_000)))).toBe('accepted')
  expect(resultOf(await own.app.run(who, losing('anna-2')))).toBe('accepted')
  expect([locks?.(), begins?.(), writes?.()]).toEqual([0, 0, 3])
  expect(await isValid(tenant.id)).toBe(true)
})

test('a repeat is answered as what stands by now, also where nothing is written that would show it', async () => {
  const { tenant, who } = await known('ben')
  expect(resultOf(await own.app.run(who, placing('ben-1', 1000, 20_000)))).toBe('accepted before')
  await replica.app.resetUser(tenant, who.userId)
  expect(resultOf(await own.app.run(who, placing('ben-1', 1000, 20_000)))).toBe('refused')
})

test('a bet that was settled elsewhere is not settled again', async () => {
  const { tenant, who } = await known('clara')
  expect(resultOf(await replica.app.run(who, winning('clara-1', 2000)))).toBe('accepted')
  expect(resultOf(await own.app.run(who, winning('clara-1', 2000)))).toBe('accepted before')
  expect(resultOf(await own.app.run(who, losing('clara-1')))).toBe('flagged')
  expect(await isValid(tenant.id)).toBe(true)
})

test('a bet that was placed elsewhere is known by its id', async () => {
  const { tenant, who } = await known('dora')
  expect(resultOf(await replica.app.run(who, placing('dora-2', 1000, 20_000)))).toBe('accepted')
  expect(resultOf(await own.app.run(who, placing('dora-3', 1000, 20_000)))).toBe('accepted')
  const outcomes = await Promise.all(
    ['dora-2', 'dora-3', 'dora-5'].map((id) => own.app.run(who, placing(id, 100, 20_000))),
  )
  expect(outcomes.map(resultOf)).toEqual(['accepted before', 'accepted before', 'accepted'])
  expect(await isValid(tenant.id)).toBe(true)
})

test("a tenant's settings and clock hold from the moment at which they were changed elsewhere", async () => {
  const { tenant, who } = await known('emil')
  for (const { clock } of [own, replica]) clock.forward(6 * HOUR_MS)
  const hoursAgo = (id: string, hours: number) => {
    const { report, ...command } = placing(id, 1000, 20_000)
    return { ...command, report: { ...report, eventAt: instant(own.app.clock(tenant) - hours * HOUR_MS) } }
  }
  expect(resultOf(await own.app.run(who, hoursAgo('emil-2', 5)))).toBe('accepted')
  await replica.app.changeTenant(tenant.id, { settings: { maxBackfillHours: 1 } })
  expect(resultOf(await own.app.run(who, hoursAgo('emil-3', 5)))).toBe('refused')
  const { now } = await own.app.run(who, placing('emil-4', 1000, 20_000))
  await replica.app.advanceClock(tenant.id, { byMs: HOUR_MS })
  expect((await own.app.run(who, losing('emil-4'))).now - now).toBe(HOUR_MS)
})

test('who waited for a lock decides by the clock as it stands by then', async () => {
  const { tenant, who } = await known('fritz')
  const { now } = await own.app.run(who, placing('fritz-2', 1000, 20_000))
  const other = await own.pool.connect()
  await other.query('begin')
  await other.query('select from players where tenant_id = $1 and user_id = $2 for update', [tenant.id, who.userId])
  // The other replica knows nothing of this tenant, and nothing is there to find out what it has read.
  const outcome = replica.app.run(who, placing('fritz-3', 1000, 20_000))
  await expect.poll(waitingForRows, { timeout: 20_000 }).toBe(1)
  await own.app.advanceClock(tenant.id, { byMs: HOUR_MS })
  await other.query('commit')
  other.release()
  expect((await outcome).now - now).toBe(HOUR_MS)
})

test('nobody is refused, which writes nothing, for what a tenant has changed elsewhere', async () => {
  const { tenant, tier } = await seedTenant(own.app, { monthlyChallengeLimit: 1 })
  const codeOf = ({ answer }: Outcome) => (answer.kind === 'refused' ? answer.code : answer.kind)
  expect(codeOf(await purchase(own.app, tenant, tier.id, 'finn'))).toBe('purchased')
  expect(codeOf(await purchase(own.app, tenant, tier.id, 'greta'))).toBe('monthly_challenge_limit_reached')
  await replica.app.changeTenant(tenant.id, { plan: { monthlyChallengeLimit: 2 } })
  expect(codeOf(await purchase(own.app, tenant, tier.id, 'greta'))).toBe('purchased')
})

/** Has the database stand where it stood before `work`, as after a failover to a standby that had not got that far. */
async function lostInFailover(tenantId: string, work: () => Promise<unknown>): Promise<void> {
  const wholes = ['players', 'bets', 'events', 'ledger_entries']
  const client = await own.pool.connect()
  for (const table of wholes) {
    await client.query(`create temp table standby_${table} as select * from ${table} where tenant_id = '${tenantId}'`)
  }
  await work()
  await client.query('begin')
  await client.query('set local session_replication_role = replica')
  for (const table of wholes) {
    await client.query(`delete from ${table} where tenant_id = '${tenantId}'`)
    await client.query(`insert into ${table} select * from standby_${table}`)
  }
  await client.query('commit')
  client.release(true)
}

const cutAll = () =>
  own.pool.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )

test.each<[string, () => Promise<unknown>]>([
  ['cuts all connections', cutAll],
  ['a pooler keeps from the service', async () => {}],
])('what was lost in a failover that %s is known no more, though as much came since', async (how, failOver) => {
  const { tenant, who } = await known(how)
  await lostInFailover(tenant.id, () => own.app.run(who, placing(`${how} lost`, 500, 20_000)))
  await failOver()
  expect(resultOf(await replica.app.run(who, placing(`${how} 2`, 700, 20_000)))).toBe('accepted')
  const { player } = await own.app.run(who, placing(`${how} 3`, 300, 20_000))
  expect(player.program?.balances.reserved).toBe(1000 + 700 + 300)
  expect(await isValid(tenant.id)).toBe(true)
})

test('two replicas that bet for the same players all the time leave off trusting, and come back to it', async () => {
  const { tenant, who } = await known('gina')
  const writes = line.count('batch-write-bets')
  for (let i = 2; i < 42; i += 1) {
    expect(resultOf(await replica.app.run(who, placing(`gina-${i}`, 100, 20_000)))).toBe('accepted')
    expect(resultOf(await own.app.run(who, losing(`gina-${i}`)))).toBe('accepted')
  }
  // Each of them has written forty times, and few times in vain.
  expect(writes()).toBeLessThan(2 * (40 + 8))
  const locks = line.count('batch-lock')
  const alone = async (i: number) => own.app.run(who, placing(`gina-alone-${i}`, 100, 20_000))
  let i = 0
  await expect
    .poll(
      async () => {
        const before = locks()
        i += 1
        await alone(i)
        return locks() - before
      },
      { timeout: 20_000, interval: 0 },
    )
    .toBe(0)
  expect(await isValid(tenant.id)).toBe(true)
})

test('who locks what it does not know never waits for what it knows, so that no two replicas wait in a ring', async () => {
  const { tenant, tier, who } = await known('hanna')
  const newcomer = whoOf(tenant, 'zoe')
  await purchase(replica.app, tenant, tier.id, newcomer.userId)
  // The other replica knows both, and is about to write them.
  const other = await own.pool.connect()
  const lock = (user: string) =>
    other.query('select from players where tenant_id = $1 and user_id = $2 for update', [tenant.id, user])
  await other.query('begin')
  await lock(who.userId)
  const writes = line.count('batch-write-bets')
  const outcomes = Promise.all([
    own.app.run(who, placing('hanna-2', 1000, 20_000)),
    own.app.run(newcomer, placing('zoe-2', 1000, 20_000)),
  ])
  await expect.poll(writes).toBe(1)
  // Sooner than the database would look for a ring.
  await other.query("set local lock_timeout = '700ms'")
  const { rowCount } = await lock(newcomer.userId).finally(() => other.query('rollback').then(() => other.release()))
  expect(rowCount).toBe(1)
  expect((await outcomes).map(resultOf)).toEqual(['accepted', 'accepted'])
  expect(await isValid(tenant.id)).toBe(true)
})

test('nor does who makes the row of a new user wait for it while holding the row of another', async () => {
  const { tenant, tier, who } = await known('zita')
  const offer = await own.app.offerOf(tenant, tier.id)
  const other = await own.pool.connect()
  await other.query('begin')
  await other.query(
    `insert into players (tenant_id, player_id, user_id, state)
     values ($1, gen_random_uuid(), 'adam', '{"selfExclusion": {"excluded": false, "until": null}, "program": null}')`,
    [tenant.id],
  )
  const adds = line.count('batch-add-players')
  const outcomes = Promise.all(
    [whoOf(tenant, 'adam'), who].map((each) =>
      own.app.run(each, { type: 'PurchaseChallenge', offer, startedAt: null }),
    ),
  )
  await expect.poll(adds, { timeout: 10_000 }).toBe(1)
  // Sooner than the database would look for a ring.
  await other.query("set local lock_timeout = '700ms'")
  const { rowCount } = await other
    .query('select from players where tenant_id = $1 and user_id = $2 for update', [tenant.id, who.userId])
    .finally(() => other.query('commit').then(() => other.release()))
  expect(rowCount).toBe(1)
  expect((await outcomes).map(resultOf)).toEqual(['purchased', 'refused'])
  expect(await isValid(tenant.id)).toBe(true)
})

test('beside what is known, the purchases of a month are waited for, and nobody decides twice', async () => {
  const { tenant, tier, who } = await known('ida')
  const offer = await own.app.offerOf(tenant, tier.id)
  const other = await own.pool.connect()
  await other.query('begin')
  await other.query('select from purchase_months where tenant_id = $1 for update', [tenant.id])
  const counts = line.count('batch-count-purchases')
  const outcomes = Promise.all([
    own.app.run(who, placing('ida-2', 1000, 20_000)),
    own.app.run(whoOf(tenant, 'yves'), { type: 'PurchaseChallenge', offer, startedAt: null }),
  ])
  await expect.poll(counts).toBe(1)
  // Longer than the time for which a known row is waited for.
  await other.query('select pg_sleep(0.1)')
  await other.query('rollback')
  other.release()
  expect((await outcomes).map(resultOf)).toEqual(['accepted', 'purchased'])
  expect(counts()).toBe(1)
  expect(await isValid(tenant.id)).toBe(true)
})
