import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TenantId } from '../../src/core/ids.ts'
import type { Answer } from '../helpers/client.ts'
import { DatabaseLine } from '../helpers/database-line.ts'
import { buy, buyAndPass, placement, startService, type TestService, type TestTenant } from '../helpers/service.ts'

// The same promises, as a client hears them.

const PURCHASE = '/v1/challenges/purchase'
const keyed = (key: string) => ({ 'x-idempotency-key': key })

let service: TestService
let tenant: TestTenant
const line = new DatabaseLine()

beforeAll(async () => {
  service = await startService({
    queueMax: 5,
    via: line.to,
  })
  tenant = await service.seed()
})

afterAll(async () => {
  expect(service.bugs).toEqual([])
  await service.end()
  await line.cut()
})

const unavailable = { status: 503, body: { error: 'service_unavailable', retryAfter: 1 } }

function expectUnavailable(answer: Answer): void {
  expect(answer).toMatchObject(unavailable)
  expect(answer.headers.get('retry-after')).toBe('1')
}

/** Holds every command back while `work` runs. */
async function withPlayersLocked<T>(work: () => Promise<T>): Promise<T> {
  const blocker = await service.app.pool.connect()
  try {
    await blocker.query('begin')
    await blocker.query('lock table players in exclusive mode')
    return await work()
  } finally {
    await blocker.query('rollback')
    blocker.release()
  }
}

const depthReaches = (depth: number) => expect.poll(() => service.app.figures().depth, { timeout: 10_000 }).toBe(depth)

test('who comes while the queue is full is told when to come again, and finds nothing done', async () => {
  const waiting = await withPlayersLocked(async () => {
    const answers = ['a', 'b', 'c', 'd', 'e'].map((user) => buy(tenant, `queue-${user}`))
    await depthReaches(5)
    expectUnavailable(await buy(tenant, 'queue-late'))
    expectUnavailable(await tenant.api.post('/v1/bets', placement('queue-late', 'late')))
    const key = keyed('queue-late')
    const body = { userId: 'queue-late', challengeTierId: tenant.tierId }
    for (const _ of [1, 2]) expectUnavailable(await tenant.api.post(PURCHASE, body, key))
    return answers
  })
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
  expect((await tenant.api.get('/v1/users/queue-late/progress')).body.type).toBe('none')
  const body = { userId: 'queue-late', challengeTierId: tenant.tierId }
  expect((await tenant.api.post(PURCHASE, body, keyed('queue-late'))).status).toBe(201)
})

test('while the database is away everything is 503, and afterwards all is as it was', async () => {
  await buy(tenant, 'patient')
  const { body: before } = await tenant.api.get('/v1/users/patient/progress')
  const body = { userId: 'newcomer', challengeTierId: tenant.tierId }
  await line.cut()
  const answers = await Promise.all([
    tenant.api.post('/v1/bets', placement('patient', 'away')),
    tenant.api.post(PURCHASE, body),
    tenant.api.post(PURCHASE, body, keyed('away')),
    tenant.api.get('/v1/users/patient/progress'),
    tenant.api.get('/v1/users/patient/history'),
    tenant.api.get('/v1/challenge-tiers'),
    tenant.api.get('/v1/reconciliation/patient'),
    tenant.api.post('/v1/admin/ledger/verify'),
    tenant.api.with({ 'x-api-key': 'key-unknown' }).get('/v1/challenge-tiers'),
  ])
  for (const answer of answers) expectUnavailable(answer)
  const batch = await tenant.api.post('/v1/bets/batch', { bets: [placement('patient', 'away')] })
  expect([200, 503]).toContain(batch.status)
  if (batch.status === 200) expect(batch.body.results[0].httpStatus).toBe(503)
  expect((await service.anybody.get('/health')).status).toBe(503)
  await line.restore()
  const { correlationId: _, ...progress } = (await tenant.api.get('/v1/users/patient/progress')).body
  expect(before).toMatchObject(progress)
  expect((await tenant.api.post('/v1/bets', placement('patient', 'away'))).body.duplicate).toBe(false)
  expect((await service.anybody.get('/health')).status).toBe(200)
}, 60_000)

describe('twenty copies of one request at the same moment', () => {
  /** One effect: the others get its answer, or are told that it still runs. */
  async function sendTwenty(path: string, body: object, key: string): Promise<Answer> {
    const copies = Array.from({ length: 20 }, () => tenant.api.post(path, body, keyed(key)))
    const answers = await Promise.all(copies)
    const done = answers.filter(({ status }) => status < 300)
    const first = done.filter(({ headers }) => headers.get('idempotency-replayed') === null)
    expect(first).toHaveLength(1)
    for (const { body: same } of done) expect(same).toEqual(first[0]?.body)
    for (const { status, body: refusal } of answers.filter((answer) => !done.includes(answer))) {
      expect({ status, error: refusal.error }).toEqual({ status: 409, error: 'idempotency_in_progress' })
    }
    const again = await tenant.api.post(path, body, keyed(key))
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(again.body).toEqual(first[0]?.body)
    return again
  }

  const challengesOf = async (user: string) => (await tenant.api.get(`/v1/users/${user}/history`)).body.challenges

  test('a purchase buys once', async () => {
    const { body } = await sendTwenty(PURCHASE, { userId: 'twenty', challengeTierId: tenant.tierId }, 'buy-20')
    const progress = await tenant.api.get('/v1/users/twenty/progress')
    expect(progress.body).toMatchObject({ type: 'challenge', challengeId: body.challenge.id, currentBalance: 100 })
  })

  test('a refund pays the stake back once', async () => {
    const id = await buyAndPass(tenant, 'refunded')
    const { body } = await sendTwenty('/v1/users/refunded/challenge/refund-stake', { confirm: true }, 'refund-20')
    expect(body).toMatchObject({ ownStake: 20, bonusAmount: 80 })
    expect(await challengesOf('refunded')).toMatchObject([{ id, status: 'refunded' }])
  })

  test('a cancellation cancels once', async () => {
    const { body } = await buy(tenant, 'cancelled')
    await sendTwenty('/v1/users/cancelled/challenge/cancel', { confirm: true }, 'cancel-20')
    expect(await challengesOf('cancelled')).toMatchObject([{ id: body.challenge.id, status: 'cancelled' }])
  })

  test('a refusal is the same for all', async () => {
    await buy(tenant, 'owner')
    const copies = Array.from({ length: 20 }, () =>
      tenant.api.post(PURCHASE, { userId: 'owner', challengeTierId: tenant.tierId }, keyed('refused-20')),
    )
    const codes = (await Promise.all(copies)).map(({ status, body }) => `${status} ${body.error}`)
    expect(codes).toContain('409 active_challenge_exists')
    expect(new Set(codes)).toEqual(
      new Set(['409 active_challenge_exists', '409 idempotency_in_progress'].filter((code) => codes.includes(code))),
    )
  })

  test('a bet without a key is placed once, by its own id', async () => {
    await buy(tenant, 'bettor')
    const bet = placement('bettor', 'twenty-bets')
    const answers: Answer[] = []
    // No more at a time than this service lets wait.
    for (let sent = 0; sent < 20; sent += 5) {
      answers.push(...(await Promise.all(Array.from({ length: 5 }, () => tenant.api.post('/v1/bets', bet)))))
    }
    expect(answers.filter(({ body }) => body.duplicate === false)).toHaveLength(1)
    expect(new Set(answers.map(({ body }) => body.betEventId)).size).toBe(1)
    expect((await tenant.api.get('/v1/users/bettor/progress')).body).toMatchObject({ reserved: 25 })
  })
})

test('a key that comes with another body is a conflict, also while the first request still runs', async () => {
  const body = { userId: 'conflict', challengeTierId: tenant.tierId }
  const other = { ...body, userId: 'another' }
  const [first] = await withPlayersLocked(async () => {
    const answer = tenant.api.post(PURCHASE, body, keyed('conflict'))
    await depthReaches(1)
    expect(await tenant.api.post(PURCHASE, other, keyed('conflict'))).toMatchObject({
      status: 409,
      body: { error: 'idempotency_conflict' },
    })
    expect(await tenant.api.post(PURCHASE, body, keyed('conflict'))).toMatchObject({
      status: 409,
      body: { error: 'idempotency_in_progress' },
    })
    return [answer]
  })
  expect((await first)?.status).toBe(201)
  expect((await tenant.api.post(PURCHASE, other, keyed('conflict'))).body.error).toBe('idempotency_conflict')
  expect((await tenant.api.get('/v1/users/another/progress')).body.type).toBe('none')
})

test('a key whose request died is free again after 60 seconds, and not before', async () => {
  const body = { userId: 'revenant', challengeTierId: tenant.tierId }
  await service.app.app.claimKey({
    tenantId: tenant.id as TenantId,
    scope: `POST ${PURCHASE}`,
    key: 'died',
    bodyHash: createHash('sha256').update(JSON.stringify(body)).digest('hex'),
  })
  service.app.clock.forward(59_000)
  expect((await tenant.api.post(PURCHASE, body, keyed('died'))).body.error).toBe('idempotency_in_progress')
  service.app.clock.forward(2_000)
  expect((await tenant.api.post(PURCHASE, body, keyed('died'))).status).toBe(201)
  expect((await tenant.api.post(PURCHASE, body, keyed('died'))).headers.get('idempotency-replayed')).toBe('true')
})

test('a request that outlives its claim leaves the key, and its effect, to whoever took it over', async () => {
  const body = { userId: 'overtaken', challengeTierId: tenant.tierId }
  const answers = await withPlayersLocked(async () => {
    const slow = tenant.api.post(PURCHASE, body, keyed('overtaken'))
    await depthReaches(1)
    service.app.clock.forward(61_000)
    const quick = tenant.api.post(PURCHASE, body, keyed('overtaken'))
    await depthReaches(2)
    return [slow, quick]
  })
  expect(await Promise.all(answers)).toMatchObject([
    { status: 409, body: { error: 'idempotency_in_progress' } },
    { status: 201 },
  ])
  expect((await tenant.api.post(PURCHASE, body, keyed('overtaken'))).headers.get('idempotency-replayed')).toBe('true')
})
