import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Claim } from '../../src/app/idempotency.ts'
import type { Outcome, Receipt } from '../../src/app/running.ts'
import type { Who } from '../../src/app/who.ts'
import type { TierId } from '../../src/core/ids.ts'
import { StoreUnavailable } from '../../src/store/store-unavailable.ts'
import type { Tenant } from '../../src/store/tenants.ts'
import { placing, purchase, resultOf, seedTenant, startApp, type TestApp, whoOf, winning } from '../helpers/app.ts'
import { type Break, DatabaseLine } from '../helpers/database-line.ts'
import { somebodyWaits } from '../helpers/postgres.ts'

// What the pipeline promises while connections break: everything that it takes in is answered, and happens once.

let running: TestApp
const line = new DatabaseLine()
let tenant: Tenant
let tierId: TierId

beforeAll(async () => {
  running = await startApp({ via: line.to })
  const seeded = await seedTenant(running.app)
  tenant = seeded.tenant
  tierId = seeded.tier.id
})

afterAll(async () => {
  await running.end()
  await line.cut()
})

async function players(prefix: string, count: number): Promise<readonly Who[]> {
  const names = Array.from({ length: count }, (_, i) => `${prefix}-${i}`)
  await Promise.all(names.map((name) => purchase(running.app, tenant, tierId, name)))
  return names.map((name) => whoOf(tenant, name))
}

/** Changes the rows of all players, so that no batch finds what it knows of them. */
const changeRows = () => running.pool.query('update players set state = state')

const placeOneEach = (whos: readonly Who[]): Promise<readonly Outcome[]> =>
  Promise.all(whos.map((who) => running.app.run(who, placing(`bet-of-${who.userId}`, 1000, 20_000))))

async function storedBets(whos: readonly Who[]): Promise<number> {
  const { rowCount } = await running.pool.query('select 1 from events where external_bet_id = any($1)', [
    whos.map(({ userId }) => `bet-of-${userId}`),
  ])
  return rowCount ?? 0
}

async function receiptFor(key: string, render: Receipt['render']): Promise<Receipt> {
  const result = await running.app.claimKey({ tenantId: tenant.id, scope: 'POST /test', key, bodyHash: 'hash' })
  if (result.kind !== 'claimed') throw new Error(`the key is ${result.kind}`)
  return { claim: result.claim, render }
}

const storedAnswer = async ({ key }: Claim): Promise<unknown> =>
  (await running.pool.query<{ body: string }>('select body from idempotency_keys where key = $1', [key])).rows[0]?.body

const isValid = async (): Promise<boolean> => (await running.app.verifyLedger(tenant.id)).valid

test('a database that has gone without a word is given up, and a bet goes on with the one that took its place', async () => {
  const wire = new DatabaseLine()
  const other = await startApp({ answerMs: 1_000, via: wire.to })
  try {
    const { tenant: its, tier } = await seedTenant(other.app)
    await purchase(other.app, its, tier.id, 'ida')
    wire.silence()
    expect(resultOf(await other.app.run(whoOf(its, 'ida'), placing('bet-of-ida', 1000, 20_000)))).toBe('accepted')
  } finally {
    await wire.cut()
    await other.end()
  }
})

test('a database that takes connections and answers none is soon told of as away', async () => {
  const wire = new DatabaseLine()
  const other = await startApp({ answerMs: 1_000, via: wire.to })
  try {
    const { tenant: its, tier } = await seedTenant(other.app)
    await purchase(other.app, its, tier.id, 'ida')
    wire.freeze()
    const startedAt = performance.now()
    const bet = other.app.run(whoOf(its, 'ida'), placing('bet-of-ida', 1000, 20_000))
    await expect(bet).rejects.toThrow(StoreUnavailable)
    // A second for the answer, and five for each of two new connections: seven would be 35.
    expect(performance.now() - startedAt).toBeLessThan(25_000)
  } finally {
    await wire.cut()
    await other.end()
  }
}, 90_000)

describe('the answer to a COMMIT is lost', () => {
  const cases: readonly (readonly [string, Break])[] = [
    ['before it reached the database', 'unheard'],
    ['after it took effect', 'unanswered'],
    ['while it is still on its way, and it arrives after the next try has begun', 'late'],
  ]

  test.each(cases)('%s: the whole batch takes effect once and is answered', async (_, how) => {
    const whos = await players(how, 12)
    await changeRows()
    const broken = line.breakAt('commit', how)
    const outcomes = placeOneEach(whos)
    await broken
    if (how === 'late') {
      await somebodyWaits(running.pool)
      await line.deliver()
    }
    expect((await outcomes).map(resultOf)).toEqual(whos.map(() => 'accepted'))
    expect(await storedBets(whos)).toBe(12)
    expect(await isValid()).toBe(true)
  })

  test.each([...cases, ['when the database ended with a word of its own', 'ended'] as const])(
    '%s: so does a batch that is one statement, which commits by itself',
    async (_, how) => {
      const whos = await players(`alone ${how}`, 12)
      const broken = line.breakAt('BetAccepted', how)
      const outcomes = placeOneEach(whos)
      await broken
      if (how === 'late') {
        // It finds what the next try has left in its place, and gives up.
        expect((await outcomes).map(resultOf)).toEqual(whos.map(() => 'accepted'))
        await line.deliver()
      }
      expect((await outcomes).map(resultOf)).toEqual(whos.map(() => 'accepted'))
      expect(await storedBets(whos)).toBe(12)
      expect(await isValid()).toBe(true)
    },
  )

  test.each(cases)('%s: a first purchase is made once and is no refusal', async (_, how) => {
    const broken = line.breakAt('commit', how)
    const outcome = purchase(running.app, tenant, tierId, `newcomer ${how}`)
    await broken
    if (how === 'late') {
      await somebodyWaits(running.pool)
      await line.deliver()
    }
    expect((await outcome).answer.kind).toBe('purchased')
  })

  test('again and again: the command is tried until one is answered', async () => {
    const whos = await players('again', 1)
    await changeRows()
    const breakThrice = async (): Promise<void> => {
      for (let times = 0; times < 3; times += 1) await line.breakAt('commit', 'unheard')
    }
    const [outcomes] = await Promise.all([placeOneEach(whos), breakThrice()])
    expect(outcomes.map(resultOf)).toEqual(['accepted'])
    expect(await storedBets(whos)).toBe(1)
  })

  test('after a refusal, which stores nothing but the answer to its key, was committed', async () => {
    await players('refused', 1)
    const offer = await running.app.offerOf(tenant, tierId)
    const receipt = await receiptFor('refused', ({ answer }) => ({ status: 409, body: answer.kind }))
    const broken = line.breakAt('commit', 'unanswered')
    const again = { type: 'PurchaseChallenge', offer, startedAt: null } as const
    const outcome = running.app.run(whoOf(tenant, 'refused-0'), again, receipt)
    await broken
    expect((await outcome).answer).toMatchObject({ kind: 'refused', code: 'active_challenge_exists' })
    expect(await storedAnswer(receipt.claim)).toBe('refused')
  })
})

describe('a batch', () => {
  const steps: readonly (readonly [string, string, Break])[] = [
    ['while it locks its players', 'batch-lock-players', 'unheard'],
    ['after it has locked its players', 'batch-lock-players', 'unanswered'],
    ['while it writes', 'BetAccepted', 'unheard'],
    ['after it has written', 'BetAccepted', 'unanswered'],
  ]

  test.each(steps)('whose connection breaks %s takes effect once and is answered', async (step, word, how) => {
    const whos = await players(step, 12)
    await changeRows()
    const broken = line.breakAt(word, how)
    const outcomes = placeOneEach(whos)
    await broken
    expect((await outcomes).map(resultOf)).toEqual(whos.map(() => 'accepted'))
    expect(await storedBets(whos)).toBe(12)
    expect(await isValid()).toBe(true)
  })

  test('leaves out the one command that the database cannot take, its key included', async () => {
    const whos = await players('poison', 12)
    const receipt = await receiptFor('poison', () => ({ status: 200, body: 'not storable: \u0000' }))
    const outcomes = await Promise.allSettled(
      whos.map((who, i) =>
        running.app.run(who, placing(`bet-of-${who.userId}`, 1000, 20_000), i === 5 ? receipt : undefined),
      ),
    )
    expect(outcomes.map(({ status }) => status)).toEqual(whos.map((_, i) => (i === 5 ? 'rejected' : 'fulfilled')))
    expect(await storedBets(whos)).toBe(11)
    expect(await storedAnswer(receipt.claim)).toBeNull()
    expect(await isValid()).toBe(true)
  })

  test('leaves out the one command whose answer cannot be told', async () => {
    const whos = await players('mute', 12)
    const receipt = await receiptFor('mute', () => {
      throw new Error('a bug in the answer')
    })
    const outcomes = await Promise.allSettled(
      whos.map((who, i) =>
        running.app.run(who, placing(`bet-of-${who.userId}`, 1000, 20_000), i === 5 ? receipt : undefined),
      ),
    )
    expect(outcomes[5]).toMatchObject({ status: 'rejected', reason: { message: 'a bug in the answer' } })
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(11)
    expect(await storedBets(whos)).toBe(11)
    expect(await isValid()).toBe(true)
  })
})

describe('a database that is away', () => {
  test('is told of as StoreUnavailable, by commands and by reads, and serves again when it is back', async () => {
    const [who] = await players('patient', 1)
    if (who === undefined) throw new Error('there is a player')
    await line.cut()
    const unavailable = { name: 'StoreUnavailable' }
    await Promise.all([
      expect(running.app.run(who, placing('away', 1000, 20_000))).rejects.toMatchObject(unavailable),
      expect(running.app.readPlayer(who)).rejects.toMatchObject(unavailable),
      expect(running.app.holderOfKey('no such key')).rejects.toMatchObject(unavailable),
      expect(running.app.verifyLedger(tenant.id)).rejects.toMatchObject(unavailable),
    ])
    expect((await running.app.health()).database.ok).toBe(false)
    await line.restore()
    expect(resultOf(await running.app.run(who, placing('away', 1000, 20_000)))).toBe('accepted')
    expect((await running.app.health()).database.ok).toBe(true)
  })

  test('for a moment only is waited for', async () => {
    const whos = await players('moment', 12)
    await line.cut()
    const outcomes = placeOneEach(whos)
    await line.restore()
    expect((await outcomes).map(resultOf)).toEqual(whos.map(() => 'accepted'))
    expect(await storedBets(whos)).toBe(12)
  })
})

describe('a pipeline', () => {
  test('that is full refuses at once, and answers what it had taken in', async () => {
    const small = await startApp({ queueMax: 5 })
    const { tenant: theirs, tier } = await seedTenant(small.app)
    const blocker = await small.pool.connect()
    await blocker.query('begin')
    await blocker.query('lock table players in exclusive mode')
    const offer = await small.app.offerOf(theirs, tier.id)
    const buying = Array.from({ length: 8 }, (_, i) =>
      small.app.run(whoOf(theirs, `queue-${i}`), { type: 'PurchaseChallenge', offer, startedAt: null }),
    )
    const refused = await Promise.allSettled(buying.slice(5))
    expect(refused.map((each) => each.status === 'rejected' && each.reason.name)).toEqual(Array(3).fill('ServiceBusy'))
    expect(small.figures().depth).toBe(5)
    await blocker.query('rollback')
    blocker.release()
    expect((await Promise.all(buying.slice(0, 5))).map(resultOf)).toEqual(Array(5).fill('purchased'))
    expect(small.figures().depth).toBe(0)
    await small.end()
  })

  test('that stops answers everything taken in, in order, and takes nothing more', async () => {
    const leaving = await startApp({ batchMax: 10 })
    const { tenant: theirs, tier } = await seedTenant(leaving.app)
    await purchase(leaving.app, theirs, tier.id, 'last')
    const who = whoOf(theirs, 'last')
    const bets = Array.from({ length: 100 }, (_, i) => `last-${i}`)
    const outcomes = bets.flatMap((id) => [
      leaving.app.run(who, placing(id, 100, 20_000)),
      leaving.app.run(who, winning(id, 100)),
    ])
    await leaving.stop()
    await expect(leaving.app.run(who, placing('too late', 100, 20_000))).rejects.toMatchObject({ name: 'ServiceBusy' })
    expect((await Promise.all(outcomes)).map(resultOf)).toEqual(Array(200).fill('accepted'))
    await leaving.end()
  })
})
