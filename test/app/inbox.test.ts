import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createApp, type RunningApp } from '../../src/app/create-app.ts'
import { silent } from '../../src/app/pipeline/telemetry.ts'
import type { BetRequest, Queued } from '../../src/app/running.ts'
import type { EventId, TierId } from '../../src/core/ids.ts'
import { HOUR_MS } from '../../src/core/instant.ts'
import { lockQueued } from '../../src/store/batch/queued.ts'
import { connectPipelined, createPool } from '../../src/store/database.ts'
import { closeInboxes } from '../../src/store/inbox.ts'
import type { Tenant } from '../../src/store/tenants.ts'
import { losing, placing, purchase, seedTenant, startApp, type TestApp, whoOf, winning } from '../helpers/app.ts'
import { type Break, DatabaseLine } from '../helpers/database-line.ts'
import { emptied } from '../helpers/inbox.ts'

// What the inbox promises: a bet that was taken in is decided once, and in its order, whoever dies meanwhile.

let running: TestApp
let line: DatabaseLine
let tenant: Tenant
let tierId: TierId
let others: { readonly app: RunningApp; readonly end: () => Promise<void> }[] = []
let failures: unknown[] = []

beforeEach(async () => {
  failures = []
  running = await startApp({
    via: async (url) => {
      line = await DatabaseLine.to(url)
      return line.url
    },
    telemetry: { ...silent, queuedBetFailed: (error) => void failures.push(error) },
  })
  const seeded = await seedTenant(running.app)
  const changed = await running.app.changeTenant(seeded.tenant.id, { settings: { integrationMode: 'async' } })
  if (changed === null) throw new Error('the tenant was just made')
  tenant = changed
  tierId = seeded.tier.id
})

afterEach(async () => {
  for (const { end } of others) await end()
  others = []
  await running.end()
  await line.cut()
})

/** Another process of the service on the same database. */
function anotherReplica(queueMax = 1000, url = running.url, lanes = 2): RunningApp {
  const pool = createPool({ url, prepared: true })
  const app = createApp({
    pool,
    connect: () => connectPipelined({ url, prepared: true }),
    clock: running.clock,
    sendMail: async () => {},
    pipeline: { lanes, batchMax: 256, queueMax },
    onError: () => {},
  })
  const end = async (): Promise<void> => {
    await app.stop()
    await pool.end()
  }
  others.push({ app, end })
  return app
}

const idOf = (queued: Queued): string => (queued.kind === 'queued' ? queued.betEventId : queued.code)

/** Every bet is placed and lost, in this order; gives the ids that were answered. */
async function queueRounds(to: RunningApp, users: readonly string[], rounds: number): Promise<readonly string[]> {
  const queued: Promise<Queued>[] = []
  for (let round = 0; round < rounds; round += 1) {
    for (const user of users) {
      for (const request of [placing(`${user}-${round}`, 100, 20_000), losing(`${user}-${round}`)]) {
        queued.push(to.app.queueBet(whoOf(tenant, user), request))
      }
    }
  }
  return (await Promise.all(queued)).map(idOf)
}

async function newPlayers(prefix: string, count: number): Promise<readonly string[]> {
  const users = Array.from({ length: count }, (_, n) => `${prefix}-${n}`)
  await Promise.all(users.map((user) => purchase(running.app, tenant, tierId, user)))
  return users
}

/** The ids of the bet events of some users, in the order in which they were decided. */
async function decidedOf(users: readonly string[]): Promise<readonly string[]> {
  const { rows } = await running.pool.query<{ event_id: string }>(
    `select event_id from events join players p using (tenant_id, player_id)
      where external_bet_id is not null and type <> 'FlagOpened' and p.user_id = any($1) order by events.seq`,
    [users],
  )
  return rows.map(({ event_id }) => event_id)
}

const onlyOf = (ids: readonly string[], users: readonly string[], user: string): readonly string[] =>
  ids.filter((_, i) => users[Math.floor(i / 2) % users.length] === user)

async function expectAllOnce(ids: readonly string[], users: readonly string[]): Promise<void> {
  expect(new Set(ids).size).toBe(ids.length)
  for (const user of users) expect(await decidedOf([user])).toEqual(onlyOf(ids, users, user))
  expect(await running.app.flags({ tenantId: tenant.id }, { limit: 10, cursor: null })).toMatchObject({ items: [] })
  expect(failures).toEqual([])
  expect((await running.app.verifyLedger(tenant.id)).valid).toBe(true)
}

describe('bets that were taken in', () => {
  test('are decided once and in order by one of several replicas, wherever they came in', async () => {
    const users = await newPlayers('spread', 10)
    const replicas = [running, anotherReplica(), anotherReplica()]
    const ids: string[] = []
    for (let round = 0; round < 9; round += 1) {
      const replica = replicas[round % replicas.length] ?? running
      const queued = await Promise.all(
        users.flatMap((user) =>
          [placing(`${user}-${round}`, 100, 20_000), losing(`${user}-${round}`)].map((request) =>
            replica.app.queueBet(whoOf(tenant, user), request),
          ),
        ),
      )
      ids.push(...queued.map(idOf))
    }
    await emptied(running)
    await expectAllOnce(ids, users)
  })

  test('are decided by another replica when the one that took them in is gone', async () => {
    const users = await newPlayers('orphan', 5)
    const leaving = anotherReplica()
    const blocker = await running.pool.connect()
    await blocker.query('begin')
    await blocker.query('lock table players in exclusive mode')
    const ids = await queueRounds(leaving, users, 10)
    // Whoever holds the lease is stuck behind the lock; nobody releases it in the name of the dead.
    await blocker.query('rollback')
    blocker.release()
    await others.shift()?.end()
    await emptied(running)
    await expectAllOnce(ids, users)
  })

  test('are decided after the lease of a replica that died has run out', async () => {
    await running.pool.query(
      `insert into inbox_lease (holder, until) values (gen_random_uuid(), now() + interval '1500 milliseconds')
         on conflict (the_one) do update set holder = excluded.holder, until = excluded.until`,
    )
    const fresh = anotherReplica()
    const users = await newPlayers('heir', 2)
    const ids = await queueRounds(fresh, users, 3)
    await emptied(running)
    await expectAllOnce(ids, users)
  })

  test('are decided once where two replicas believe that it is for them to do', async () => {
    const users = await newPlayers('rivals', 8)
    const rival = anotherReplica()
    const strangers = Array.from({ length: 8 }, (_, n) => `stranger-${n}`)
    // Stored each time, for such a bet has no key: whoever decided one twice would be found out.
    const strange = Promise.all(
      strangers.map((name) => running.app.queueBet(whoOf(tenant, name), placing(`${name}-b`, 1000, 20_000))),
    )
    const ids = queueRounds(running, users, 20)
    // Whoever asks for a user's bets to be done hands them over, lease or not.
    const race = async (): Promise<void> => {
      for (let n = 0; n < 10; n += 1) {
        await Promise.all(
          [...strangers, ...users].map((user) =>
            rival.app.runAfterQueued(tenant, whoOf(tenant, user), {
              type: 'SetSelfExclusion',
              excluded: false,
              until: null,
            }),
          ),
        )
      }
    }
    await Promise.all([ids, race()])
    await emptied(running)
    await expectAllOnce(await ids, users)
    const strangeIds = (await strange).map(idOf)
    for (const [n, stranger] of strangers.entries()) expect(await decidedOf([stranger])).toEqual([strangeIds[n]])
  })

  test('do not overtake an earlier one of their player that still waits', async () => {
    await running.pool.query(
      "insert into inbox_lease (holder, until) values (gen_random_uuid(), now() + interval '1 hour')",
    )
    const namesake = whoOf((await seedTenant(running.app)).tenant, 'anna')
    await running.app.queueBet(namesake, placing('anna-before', 100, 20_000))
    const ids = (await queueRounds(running, ['anna', 'ben'], 1)) as EventId[]
    const early = async (...which: readonly number[]) => {
      const asked = which.map((n) => ids[n] as EventId)
      const found = await lockQueued(running.pool, Array(asked.length).fill(tenant.id), asked)
      return found.map(({ event_id, is_early }) => [ids.indexOf(event_id), is_early])
    }
    expect(await early(0)).toEqual([[0, false]])
    expect(await early(1, 2, 3)).toEqual([
      [1, true],
      [2, false],
      [3, false],
    ])
    expect(await early(0, 1)).toEqual([
      [0, false],
      [1, false],
    ])
  })

  test('wait for an earlier one of their player that the database could not take just now', async () => {
    const users = await newPlayers('hindered', 1)
    // SQLSTATE 55006: object in use. A settlement would be taken, and be one without a placement.
    await running.pool.query(
      `create function refuse() returns trigger language plpgsql as $$ begin raise sqlstate '55006'; end $$;
       create trigger refuse before insert on events for each row
         when (new.type = 'BetAccepted') execute function refuse()`,
    )
    const before = running.figures().commands
    const ids = await queueRounds(running, users, 1)
    await expect.poll(() => running.figures().commands - before).toBeGreaterThanOrEqual(2 * ids.length)
    expect(await decidedOf(users)).toEqual([])
    await running.pool.query('drop function refuse cascade')
    await emptied(running)
    await expectAllOnce(ids, users)
  })

  const breaks: readonly (readonly [string, string, Break])[] = [
    ['before the COMMIT is heard', 'commit', 'unheard'],
    ['after the COMMIT took effect', 'commit', 'unanswered'],
    ['while they are taken out of the inbox', 'batch-delete-queued', 'unheard'],
    ['after they are locked', 'batch-lock-queued', 'unanswered'],
  ]
  test.each(breaks)('are decided once when the connection breaks %s', async (_, word, how) => {
    const users = await newPlayers('broken', 5)
    const broken = line.breakAt(word, how)
    const ids = queueRounds(running, users, 5)
    await broken
    await emptied(running)
    await expectAllOnce(await ids, users)
  })

  test('say nothing of a batch whose COMMIT is lost, for another replica may have decided them', async () => {
    await running.pool.query(
      "insert into inbox_lease (holder, until) values (gen_random_uuid(), now() + interval '1 hour')",
    )
    const [held = '', queued = ''] = await newPlayers('lost', 2)
    await running.app.queueBet(whoOf(tenant, queued), placing('lost', 100, 20_000))
    const wire = await DatabaseLine.to(running.url)
    const replica = anotherReplica(1000, wire.url, 1)
    // Behind a batch that waits, the queued bet and a purchase come into one.
    const other = await running.pool.connect()
    await other.query('begin')
    await other.query('select from players where user_id = $1 for update', [held])
    const first = replica.app.run(whoOf(tenant, held), { type: 'SetSelfExclusion', excluded: true, until: null })
    const after = replica.app.runAfterQueued(tenant, whoOf(tenant, queued), { type: 'Wake' })
    const bought = purchase(replica.app, tenant, tierId, 'newcomer')
    await expect.poll(() => replica.figures().depth, { timeout: 20_000 }).toBe(3)
    await other.query('rollback')
    other.release()
    await first
    await wire.breakAt('commit', 'unheard')
    await wire.cut()
    await running.app.runAfterQueued(tenant, whoOf(tenant, queued), { type: 'Wake' })
    expect(await decidedOf([queued])).toHaveLength(1)
    await wire.restore()
    expect((await bought).answer.kind).toBe('purchased')
    expect((await running.app.readPlayer(whoOf(tenant, 'newcomer'))).player.program).not.toBeNull()
    await after
    expect(await decidedOf([queued])).toHaveLength(1)
    for (const { end } of others.splice(0)) await end()
    await wire.cut()
  })

  test('survive a database that goes away', async () => {
    const users = await newPlayers('patient', 5)
    const ids = await queueRounds(running, users, 20)
    await line.cut()
    // The next bet is refused only after the outage was noticed.
    await expect(running.app.queueBet(whoOf(tenant, 'late'), placing('late-1', 1000, 20_000))).rejects.toMatchObject({
      name: 'StoreUnavailable',
    })
    await line.restore()
    await emptied(running)
    await expectAllOnce(ids, users)
  })
})

describe('taking in', () => {
  test.each(['unheard', 'unanswered'] as const)('a write whose answer is lost (%s) is written once', async (how) => {
    const users = await newPlayers('written', 5)
    const broken = line.breakAt('inbox-insert', how)
    const ids = queueRounds(running, users, 3)
    await broken
    await ids
    await emptied(running)
    await expectAllOnce(await ids, users)
  })

  test('is refused while the database is away, and goes on when it is back', async () => {
    const [user = ''] = await newPlayers('away', 1)
    await line.cut()
    const bet = running.app.queueBet(whoOf(tenant, user), placing('b1', 1000, 20_000))
    await expect(bet).rejects.toMatchObject({ name: 'StoreUnavailable' })
    await line.restore()
    expect(idOf(await running.app.queueBet(whoOf(tenant, user), placing('b1', 1000, 20_000)))).toMatch(/^0/)
  })

  test('is refused at once when too many wait for their write, and what was taken in is kept', async () => {
    const users = await newPlayers('full', 8)
    const small = anotherReplica(5)
    const queued = await Promise.allSettled(
      users.map((user) => small.app.queueBet(whoOf(tenant, user), placing(`${user}-b`, 1000, 20_000))),
    )
    expect(queued.map(({ status }) => status)).toEqual([...Array(5).fill('fulfilled'), ...Array(3).fill('rejected')])
    expect(queued[7]).toMatchObject({ reason: { name: 'ServiceBusy' } })
    await emptied(running)
    expect(await decidedOf(users)).toHaveLength(5)
  })

  test('a bet that the database cannot keep fails alone', async () => {
    const users = await newPlayers('unkept', 5)
    const queued = await Promise.allSettled(
      users.map((user, n) =>
        running.app.queueBet(whoOf(tenant, user), placing(n === 2 ? 'bad \u0000' : `${user}-b`, 1000, 20_000)),
      ),
    )
    expect(queued.map(({ status }) => status)).toEqual(users.map((_, n) => (n === 2 ? 'rejected' : 'fulfilled')))
    await emptied(running)
    expect(await decidedOf(users)).toHaveLength(4)
  })
})

describe('a queued bet that can never be decided', () => {
  test('is set aside with a flag, and those behind it go on, as do those that come later', async () => {
    const [user = ''] = await newPlayers('poisoned', 1)
    const who = whoOf(tenant, user)
    const { now } = await running.app.advanceClock(tenant.id, { byMs: HOUR_MS })
    // What no client can send, because the schemas refuse it: a stake that is no number.
    const poison = { ...placing('bad', 1000, 20_000), report: { ...placing('bad', 1000, 20_000).report, stake: 'x' } }
    const ids = await Promise.all([
      running.app.queueBet(who, placing('before', 1000, 20_000)),
      running.app.queueBet(who, poison as unknown as BetRequest),
      running.app.queueBet(who, winning('before', 2000)),
    ])
    await emptied(running)
    const later = await running.app.queueBet(who, placing('later', 1000, 20_000))
    await emptied(running)
    expect(await decidedOf([user])).toEqual([ids[0], ids[2], later].map((each) => idOf(each as Queued)))
    expect((await running.app.flags({ tenantId: tenant.id }, { limit: 10, cursor: null })).items).toMatchObject([
      { type: 'queued_bet_failed', userId: user, externalBetId: 'bad', status: 'open', flaggedAt: now },
    ])
    expect(await running.inboxStanding()).toMatchObject({ waiting: 0, failed: 1 })
    const { rows } = await running.pool.query('select event_id, failure from inbox')
    const bad = idOf(ids[1] as Queued) as EventId
    expect(await lockQueued(running.pool, [tenant.id], [bad])).toEqual([])
    expect(rows).toEqual([{ event_id: bad, failure: expect.stringMatching(/./) }])
    expect(failures).toHaveLength(1)
  })
})

test('reports of a bet that differ are all kept, and of the same in a row one', async () => {
  const [user = ''] = await newPlayers('repeats', 1)
  const who = whoOf(tenant, user)
  const requests = [
    ...[placing('b1', 1000, 20_000), placing('b1', 1000, 20_000), losing('b1'), losing('b1')],
    ...[winning('b1', 2000), losing('b1'), winning('b2', 2000), winning('b2', 2000)],
  ]
  const ids = (await Promise.all(requests.map((request) => running.app.queueBet(who, request)))).map(idOf)
  expect(ids.map((id) => ids.indexOf(id))).toEqual([0, 0, 2, 2, 4, 5, 6, 6])
  await emptied(running)
  // Placed, lost, contradicted, (lost again), won without a placement.
  expect(await decidedOf([user])).toEqual([ids[0], ids[2], ids[4], ids[6]])
})

const asyncUntil = async () => (await running.app.tenant(tenant.id))?.asyncUntil ?? null

test('an inbox is left behind by a change of the settings, too', async () => {
  await running.app.changeTenant(tenant.id, { settings: { maxBackfillHours: 24 } })
  expect(await asyncUntil()).toBeNull()
  await running.app.changeTenant(tenant.id, { settings: { integrationMode: 'sync' } })
  expect(await asyncUntil()).not.toBeNull()
})

test('an inbox that a tenant left behind is asked about until it is known to be empty', async () => {
  expect(await asyncUntil()).toBeNull()
  expect(await running.app.changeIntegrationMode(tenant.id, 'sync')).toBe('async')
  expect(await asyncUntil()).not.toBeNull()
  expect(await running.app.changeIntegrationMode(tenant.id, 'sync')).toBe('sync')
  await closeInboxes(running.pool)
  expect(await asyncUntil()).not.toBeNull()
  await running.pool.query("update tenants set async_until = now() - interval '3 minutes'")
  const blocker = await running.pool.connect()
  await blocker.query('begin')
  await blocker.query('lock table players in exclusive mode')
  await running.app.queueBet(whoOf(tenant, 'late'), losing('b1'))
  await closeInboxes(running.pool)
  expect(await asyncUntil()).not.toBeNull()
  await blocker.query('rollback')
  blocker.release()
  await emptied(running)
  await closeInboxes(running.pool)
  expect(await asyncUntil()).toBeNull()
})
