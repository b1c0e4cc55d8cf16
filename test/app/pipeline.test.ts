import { afterAll, beforeAll, expect, test } from 'vitest'
import { currentBalance } from '../../src/core/program.ts'
import { connectPipelined } from '../../src/store/database.ts'
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

let running: TestApp
beforeAll(async () => {
  running = await startApp()
})
afterAll(() => running.end())

const waitingForLocks = `
  select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

const waitingForRows = `
  select 1 from pg_stat_activity
   where datname = current_database() and wait_event_type = 'Lock'
     and (query like '%for update%' or query like '%insert into events%')`

test('a bet goes from its placement to its settlement, and the books balance', async () => {
  const { app } = running
  const { tenant, tier } = await seedTenant(app)
  const who = whoOf(tenant, 'anna')
  expect((await purchase(app, tenant, tier.id, 'anna')).answer.kind).toBe('purchased')
  expect(resultOf(await app.run(who, placing('b1', 2500, 20_000)))).toBe('accepted')
  expect(resultOf(await app.run(who, placing('b2', 2501, 20_000)))).toBe('rejected')
  expect(resultOf(await app.run(who, winning('b1', 5000)))).toBe('accepted')
  const { player } = await app.readPlayer(who)
  expect(player.program && currentBalance(player.program)).toBe(12_500)
  expect(await app.verifyLedger(tenant.id)).toMatchObject({
    valid: true,
    checked: { programs: 1, events: 4, entries: 5 },
  })
})

test('commands of one player run in the order in which they came, however many are waiting', async () => {
  const { app } = running
  const { tenant, tier } = await seedTenant(app)
  await purchase(app, tenant, tier.id, 'ben')
  const who = whoOf(tenant, 'ben')
  const ids = Array.from({ length: 200 }, (_, i) => `ben-${i}`)
  const outcomes = await Promise.all(
    ids.flatMap((id) => [app.run(who, placing(id, 100, 20_000)), app.run(who, winning(id, 200))]),
  )
  const settlements = outcomes.filter((_, i) => i % 2 === 1).slice(0, 10)
  expect(settlements.map(resultOf)).toEqual(Array(10).fill('accepted'))
})

test('of one bet placed by twenty users at once, one is accepted and the others get its answer', async () => {
  const { app } = running
  const { tenant, tier } = await seedTenant(app)
  const users = Array.from({ length: 20 }, (_, i) => `twin-${i}`)
  await Promise.all(users.map((user) => purchase(app, tenant, tier.id, user)))
  const outcomes = await Promise.all(users.map((user) => app.run(whoOf(tenant, user), placing('same', 1000, 20_000))))
  const answers = outcomes.map(({ answer }) => (answer.kind === 'bet' ? answer : undefined))
  expect(answers.filter((answer) => answer?.duplicate === false)).toHaveLength(1)
  expect(new Set(answers.map((answer) => answer?.verdict.betEventId)).size).toBe(1)
  expect((await app.verifyLedger(tenant.id)).valid).toBe(true)
})

test('a user who is new to several lanes at once becomes one player', async () => {
  const { app } = running
  const { tenant, tier } = await seedTenant(app)
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => purchase(app, tenant, tier.id, 'clara')))
  expect(outcomes.filter(({ answer }) => answer.kind === 'purchased')).toHaveLength(1)
})

test('two replicas that take turns with one player each decide on what the other left', async () => {
  const { app } = running
  const replica = await startApp({ via: async () => running.url })
  try {
    const { tenant, tier } = await seedTenant(app)
    const who = whoOf(tenant, 'eve')
    await purchase(app, tenant, tier.id, 'eve')
    for (let i = 0; i < 20; i += 1) {
      const [one, other] = i % 2 === 0 ? [app, replica.app] : [replica.app, app]
      expect(resultOf(await one.run(who, placing(`eve-${i}`, 100, 20_000)))).toBe('accepted')
      expect(resultOf(await other.run(who, winning(`eve-${i}`, 200)))).toBe('accepted')
    }
    const { player } = await app.readPlayer(who)
    expect(player.program && currentBalance(player.program)).toBe(10_000 + 20 * 100)
    expect((await app.verifyLedger(tenant.id)).valid).toBe(true)
  } finally {
    await replica.end()
  }
})

test('a bet that waited for another replica changes the rows where that one has left them', async () => {
  const { app, pool } = running
  const { tenant, tier } = await seedTenant(app)
  const who = whoOf(tenant, 'finn')
  await purchase(app, tenant, tier.id, 'finn')
  await app.run(who, placing('finn-1', 100, 20_000))
  for (const [table, next] of [
    ['players', placing('finn-2', 100, 20_000)],
    ['bets', losing('finn-1')],
  ] as const) {
    const other = await pool.connect()
    await other.query('begin')
    // An update moves a row, also where nothing in it changes.
    await other.query(`update ${table} set state = state where tenant_id = $1`, [tenant.id])
    const outcome = app.run(who, next)
    await expect.poll(async () => (await pool.query(waitingForRows)).rowCount).toBe(1)
    await other.query('commit')
    other.release()
    expect(resultOf(await outcome)).toBe('accepted')
  }
  const { player } = await app.readPlayer(who)
  expect(player.program && currentBalance(player.program)).toBe(9_900)
  expect((await app.verifyLedger(tenant.id)).valid).toBe(true)
})

test('whoever is answered does not wait for the batch that comes next', async () => {
  const { app, pool, end } = await startApp({ lanes: 1, batchMax: 1 })
  try {
    const { tenant, tier } = await seedTenant(app)
    for (const user of ['hal', 'ida']) await purchase(app, tenant, tier.id, user)
    const other = await pool.connect()
    await other.query('begin')
    await other.query("update players set state = state where tenant_id = $1 and user_id = 'ida'", [tenant.id])
    const first = app.run(whoOf(tenant, 'hal'), placing('hal-1', 100, 20_000))
    const next = app.run(whoOf(tenant, 'ida'), placing('ida-1', 100, 20_000))
    await expect.poll(async () => (await pool.query(waitingForRows)).rowCount).toBe(1)
    expect(resultOf(await first)).toBe('accepted')
    expect((await pool.query(waitingForRows)).rowCount).toBe(1)
    await other.query('commit')
    other.release()
    expect(resultOf(await next)).toBe('accepted')
  } finally {
    await end()
  }
})

test('players whose batch waits for a lock hold nobody else up', async () => {
  const { app, pool } = running
  const { tenant, tier } = await seedTenant(app)
  const users = Array.from({ length: 40 }, (_, i) => `kay-${i}`)
  for (const user of [...users, 'lou']) await purchase(app, tenant, tier.id, user)
  const other = await pool.connect()
  await other.query('begin')
  await other.query("update players set state = state where tenant_id = $1 and user_id = 'kay-0'", [tenant.id])
  const held = Promise.all(users.map((user) => app.run(whoOf(tenant, user), placing(`of ${user}`, 100, 20_000))))
  await expect.poll(async () => (await pool.query(waitingForRows)).rowCount).toBe(1)
  expect(resultOf(await app.run(whoOf(tenant, 'lou'), placing('lou-1', 100, 20_000)))).toBe('accepted')
  expect((await pool.query(waitingForRows)).rowCount).toBe(1)
  await other.query('commit')
  other.release()
  expect((await held).map(resultOf)).toEqual(users.map(() => 'accepted'))
})

test('a replica that stands still in the middle of a batch holds its players for seconds and no longer', async () => {
  const { app, url } = running
  const { tenant, tier } = await seedTenant(app)
  await purchase(app, tenant, tier.id, 'gina')
  // As a frozen machine leaves it: alive to the database, with its locks.
  const frozen = await connectPipelined({ url, prepared: true })
  try {
    await frozen.query('begin')
    await frozen.query('select from players where tenant_id = $1 for update', [tenant.id])
    expect(resultOf(await app.run(whoOf(tenant, 'gina'), placing('gina-1', 100, 20_000)))).toBe('accepted')
    await expect(frozen.query('commit')).rejects.toThrow()
  } finally {
    await frozen.end().catch(() => {})
  }
})

test('statements that were planned while the tables were empty find their rows by key all the same', async () => {
  const { app, pool, stop, end } = await startApp({ lanes: 1 })
  try {
    await pool.query('vacuum analyze')
    const { tenant, tier } = await seedTenant(app)
    const users = Array.from({ length: 150 }, (_, i) => `key-${i}`)
    for (const user of users) await purchase(app, tenant, tier.id, user)
    const inTurn = async (request: (user: string) => Parameters<typeof app.run>[1]) => {
      for (const user of users) await app.run(whoOf(tenant, user), request(user))
    }
    await inTurn((user) => placing(`of ${user}`, 100, 20_000))
    // So that what is known of them is wrong, and they are looked up.
    await pool.query('update bets set state = state')
    await inTurn((user) => losing(`of ${user}`))
    // A connection tells at its end what it has read.
    await stop()
    const reads = "select idx_tup_fetch + seq_tup_read as rows from pg_stat_user_tables where relname = 'bets'"
    const readOf = async () => (await pool.query<{ rows: number }>(reads)).rows[0]?.rows ?? 0
    await expect.poll(readOf).toBeGreaterThanOrEqual(users.length)
    // From end to end it would be tens of thousands.
    expect(await readOf()).toBeLessThan(5 * users.length)
  } finally {
    await end()
  }
})

const partPlayers = 'update players set user_id = null where tenant_id = $1'
const newPlayer = `
  insert into players (tenant_id, player_id, user_id, state)
  values ($1, gen_random_uuid(), 'zoe', '{"selfExclusion": {"excluded": false, "until": null}, "program": null}')`

test.each([
  ['stays buys as that player', [newPlayer], [1]],
  ['is erased buys as a new one', [newPlayer, partPlayers], [0, 1]],
  ['begins anew buys as the one who is there now', [newPlayer, partPlayers, newPlayer], [0, 1]],
])('a user whose row another replica makes while they buy, and who %s', async (_, statements, seqs) => {
  const { app, pool } = running
  const { tenant, tier } = await seedTenant(app)
  const other = await pool.connect()
  const [make = '', ...more] = statements
  await other.query('begin')
  await other.query(make, [tenant.id])
  const bought = purchase(app, tenant, tier.id, 'zoe')
  await expect.poll(async () => (await pool.query(waitingForLocks)).rowCount, { timeout: 10_000 }).toBe(1)
  for (const statement of more) await other.query(statement, [tenant.id])
  await other.query('commit')
  other.release()
  expect((await bought).answer.kind).toBe('purchased')
  const { rows } = await pool.query('select seq from players where tenant_id = $1 order by user_id nulls first', [
    tenant.id,
  ])
  expect(rows.map(({ seq }) => seq)).toEqual(seqs)
})

test('the monthly limit of a tenant holds when many users buy at the same moment', async () => {
  const { app } = running
  const { tenant, tier } = await seedTenant(app, { monthlyChallengeLimit: 5 })
  const users = Array.from({ length: 40 }, (_, i) => `month-${i}`)
  const outcomes = await Promise.all(users.map((user) => purchase(app, tenant, tier.id, user)))
  const codes = outcomes.map(({ answer }) => (answer.kind === 'refused' ? answer.code : answer.kind))
  expect(codes.filter((code) => code === 'purchased')).toHaveLength(5)
  expect(codes.filter((code) => code === 'monthly_challenge_limit_reached')).toHaveLength(35)
})

test('a command that the database cannot take fails alone', async () => {
  const { app } = running
  const { tenant, tier } = await seedTenant(app)
  const users = Array.from({ length: 10 }, (_, i) => `poison-${i}`)
  await Promise.all(users.map((user) => purchase(app, tenant, tier.id, user)))
  const outcomes = await Promise.allSettled(
    users.map((user, i) => app.run(whoOf(tenant, user), placing(i === 4 ? 'bad \u0000' : `good-${i}`, 1000, 20_000))),
  )
  expect(outcomes.map(({ status }) => status)).toEqual(users.map((_, i) => (i === 4 ? 'rejected' : 'fulfilled')))
  expect((await app.verifyLedger(tenant.id)).valid).toBe(true)
})

test('what is due is applied as of its due time: to a reader at once, and to the books by the wake-up loop', async () => {
  const { app, clock } = running
  const { tenant, tier } = await seedTenant(app)
  await purchase(app, tenant, tier.id, 'dora')
  const who = whoOf(tenant, 'dora')
  await app.run(who, placing('dora-1', 100, 20_000))
  await app.run(who, losing('dora-1'))
  const expiresAt = clock.now() + 30 * 86_400_000
  clock.forward(30 * 86_400_000 + 60_000)
  expect((await app.readPlayer(who)).player.program).toMatchObject({ failureReason: 'expired', endedAt: expiresAt })
  await expect
    .poll(
      async () =>
        (await running.pool.query("select 1 from programs where status = 'failed' and tenant_id = $1", [tenant.id]))
          .rowCount,
    )
    .toBe(1)
  expect((await app.verifyLedger(tenant.id)).valid).toBe(true)
})
