import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '../../src/app/create-app.ts'
import { createServer } from '../../src/http/server.ts'
import { untold } from '../../src/http/telemetry.ts'
import { connectPipelined, createPool } from '../../src/store/database.ts'
import { AnswerCheck } from '../helpers/answer-check.ts'
import { flagsOf, progressOf } from '../helpers/bets.ts'
import type { Answer, ApiClient } from '../helpers/client.ts'
import { ApiClient as Client } from '../helpers/client.ts'
import { noLimits } from '../helpers/open-counters.ts'
import { buy, placement, startService, type TestService, type TestTenant } from '../helpers/service.ts'

// The same history of bets ends in the same balances: told in sync or in async mode, alone or in batches, settled by the
// feed or by hand, by whichever of two replicas, and while the mode changes all the time.

let service: TestService
let second: { readonly url: string; readonly end: () => Promise<void> }
beforeAll(async () => {
  service = await startService()
  second = await anotherReplica()
})
afterAll(async () => {
  await second.end()
  await service.end()
})

async function anotherReplica() {
  const { url: database, clock } = service.app
  const pool = createPool({ url: database, prepared: true })
  const running = createApp({
    pool,
    connect: () => connectPipelined({ url: database, prepared: true }),
    clock,
    sendMail: async () => {},
    pipeline: { lanes: 2, batchMax: 256, queueMax: 1000 },
    onError: () => {},
  })
  const server = await createServer({
    app: running.app,
    superAdminKey: 'nobody asks with this key',
    trustProxy: false,
    publicUrl: null,
    telemetry: untold,
    limits: noLimits,
  })
  const url = await server.listen({ port: 0, host: '127.0.0.1' })
  const end = async (): Promise<void> => {
    await server.close()
    await running.stop()
    await pool.end()
  }
  return { url, end }
}

/** What becomes of a bet of 10.00 at 2.00, in the order in which it is told. */
interface BetStory {
  readonly stakeAmount: number
  readonly ends: readonly ('won' | 'lost' | 'voided')[]
}

/** How the next part of a user's story is told. */
interface Way {
  readonly replica: 0 | 1
  readonly by: 'one by one' | 'batch' | 'hand'
  readonly length: number
}

interface UserStory {
  readonly bets: readonly BetStory[]
  readonly ways: readonly Way[]
}

const story = fc.record({
  stakeAmount: fc.constantFrom(1, 5, 12.5, 20, 99),
  ends: fc.constantFrom<BetStory['ends']>(
    ...([['won'], ['lost'], ['voided'], ['won', 'voided'], ['lost', 'voided'], ['won', 'lost'], []] as const),
  ),
})
const way = fc.record({
  replica: fc.constantFrom<Way['replica']>(0, 1),
  by: fc.constantFrom<Way['by']>('one by one', 'one by one', 'batch', 'batch', 'hand'),
  length: fc.integer({ min: 1, max: 5 }),
})
const user = fc.record({
  bets: fc.array(story, { minLength: 1, maxLength: 6 }),
  ways: fc.array(way, { minLength: 1, maxLength: 8 }),
})
const modes = fc.array(fc.constantFrom('sync', 'async'), { minLength: 1, maxLength: 12 })

/** The reports of a user, two bets at a time: both are placed before the first of them ends. */
function reportsOf(userId: string, bets: readonly BetStory[]): object[] {
  const reports: object[] = []
  for (let i = 0; i < bets.length; i += 2) {
    const pair = bets.slice(i, i + 2).map((bet, n) => ({ ...bet, externalBetId: `${userId}-${i + n}` }))
    for (const { externalBetId, stakeAmount } of pair) reports.push(placement(userId, externalBetId, { stakeAmount }))
    for (const { externalBetId, stakeAmount, ends } of pair) {
      for (const end of ends) {
        const settlementAmount = 2 * stakeAmount
        if (end === 'won') reports.push({ userId, externalBetId, status: 'settled-won', settlementAmount })
        else reports.push({ userId, externalBetId, status: end === 'lost' ? 'settled-lost' : 'voided' })
      }
    }
  }
  return reports
}

function expectTaken({ status, body }: Answer): Answer['body'] {
  if (status !== 200 && status !== 202) throw new Error(`answered ${status} ${JSON.stringify(body)}`)
  return body
}

/** Has everything decided that waits for it. */
const decideAll = (api: ApiClient): Promise<Answer> => api.post('/v1/sandbox/clock/advance', { byHours: 0 })

/** By hand where a person can do it: a settlement of a bet whose placement has an id. */
async function settleByHand(api: ApiClient, report: Answer['body'], placed: ReadonlyMap<string, string>) {
  const betEventId = placed.get(report.externalBetId)
  const outcome = { 'settled-won': 'won', 'settled-lost': 'lost' }[report.status as string]
  if (betEventId === undefined || outcome === undefined) return false
  const settle = () => api.post(`/v1/admin/bet-events/${betEventId}/settle`, { outcome })
  const settled = await settle()
  if (settled.status === 200) return true
  // A placement that waits is not there yet.
  expect(settled.status).toBe(404)
  await decideAll(api)
  expectTaken(await settle())
  return true
}

async function tell(replicas: readonly ApiClient[], reports: readonly object[], ways: readonly Way[]): Promise<void> {
  const placed = new Map<string, string>()
  const keep = (report: Answer['body'], { betEventId }: Answer['body']): void => {
    if (report.status === 'placed') placed.set(report.externalBetId, betEventId)
  }
  let told = 0
  for (let turn = 0; told < reports.length; turn += 1) {
    const { replica, by, length } = ways[turn % ways.length] ?? { replica: 0, by: 'one by one', length: 1 }
    const api = replicas[replica] as ApiClient
    const part = reports.slice(told, told + length)
    told += part.length
    if (by === 'batch') {
      const { results } = expectTaken(await api.post('/v1/bets/batch', { bets: part }))
      for (const [i, report] of part.entries()) keep(report, results[i])
      continue
    }
    for (const report of part) {
      if (by === 'hand' && (await settleByHand(api, report, placed))) continue
      keep(report, expectTaken(await api.post('/v1/bets', report)))
    }
  }
}

/** What is left at the end of it all, without what names the tenant or the moment. */
async function booksOf(tenant: TestTenant, users: readonly string[]) {
  const shown = users.map(async (userId) => {
    const { correlationId, challengeId, fundedAccountId, ...progress } = await progressOf(tenant, userId)
    const { body } = await tenant.api.get(`/v1/reconciliation/${userId}?limit=500`)
    const bets = body.betEvents.map((event: Answer['body']) => [event.externalBetId, event.status, event.resultStatus])
    return { progress, bets: bets.sort(), totals: body.totals }
  })
  const { body } = await tenant.api.post('/v1/admin/ledger/verify')
  expect(body.mismatches).toEqual([])
  const flags = (await flagsOf(tenant)).map(({ externalBetId, type }) => `${externalBetId} ${type}`).sort()
  return { users: await Promise.all(shown), flags }
}

async function replicasOf(tenant: TestTenant): Promise<readonly ApiClient[]> {
  const check = await AnswerCheck.of(service.url)
  return [tenant.api, new Client(second.url, { 'x-api-key': tenant.serverKey }, check)]
}

async function expectSameBooks(users: readonly UserStory[], changes: readonly string[]): Promise<void> {
  const names = users.map((_, n) => `user-${n}`)
  const [plain, mixed] = [await service.seed(), await service.seed()]
  for (const name of names) await Promise.all([buy(plain, name), buy(mixed, name)])
  for (const [n, { bets }] of users.entries()) {
    for (const report of reportsOf(`user-${n}`, bets)) expectTaken(await plain.api.post('/v1/bets', report))
  }
  const replicas = await replicasOf(mixed)
  const change = async (): Promise<void> => {
    for (const [n, mode] of changes.entries()) {
      expectTaken(await (replicas[n % 2] as ApiClient).put('/v1/admin/integration-mode', { mode }))
    }
  }
  const telling = users.map(({ bets, ways }, n) => tell(replicas, reportsOf(`user-${n}`, bets), ways))
  await Promise.all([change(), ...telling])
  await decideAll(mixed.api)
  expect(await booksOf(mixed, names)).toEqual(await booksOf(plain, names))
}

const anything = fc.asyncProperty(fc.array(user, { minLength: 1, maxLength: 4 }), modes, expectSameBooks)

/** Nobody works the inbox off by itself: whoever died has the lease for as long as this lasts. */
const someDeadReplica = (leaseHours: number): Promise<unknown> =>
  service.app.pool.query(
    `insert into inbox_lease (holder, until) values (gen_random_uuid(), now() + $1 * interval '1 hour')
       on conflict (the_one) do update set holder = excluded.holder, until = excluded.until`,
    [leaseHours],
  )

// In this order: whoever has had the lease goes on for a moment without looking.
test.each([
  ['waits for what comes after it', 1],
  ['is worked off meanwhile', -1],
])(
  'any interleaving of sync, async, batches and settlements by hand ends in the same balances, where the inbox %s',
  async (_, leaseHours) => {
    await someDeadReplica(leaseHours)
    await fc.assert(anything, { numRuns: 12, endOnFailure: true })
    expect(service.bugs).toEqual([])
  },
  180_000,
)
