import { beforeAll, expect, test } from 'vitest'
import { listBetEvents } from '../../src/contract/operations/operator.ts'
import { cancel, lose, place, voidBet, win } from '../helpers/bets.ts'
import type { Answer } from '../helpers/client.ts'
import { expectWrong } from '../helpers/expect-error.ts'
import { buy, placement } from '../helpers/service.ts'
import { testAccess, testPages } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'

const used = useService()

const ask = (query = '') => used.tenant.api.get(`/v1/admin/bet-events?${query}`)

beforeAll(async () => {
  for (const user of ['ann', 'bob']) await buy(used.tenant, user)
  for (const bet of ['open', 'won', 'lost', 'void', 'doubted']) {
    await place(used.tenant, 'ann', bet, { stakeAmount: 10, betTypeIdentifier: 'not settled-lost' })
  }
  await win(used.tenant, 'ann', 'won', 20)
  await lose(used.tenant, 'ann', 'lost')
  await voidBet(used.tenant, 'ann', 'void')
  await win(used.tenant, 'ann', 'doubted', 20.01)
  await place(used.tenant, 'bob', 'bobs', { stakeAmount: 10 })
  await place(used.tenant, 'bob', 'rejected', { stakeAmount: 99 })
})

test.each([
  ['', 'rejected bobs doubted void lost won doubted void lost won open'],
  ['userId=bob', 'rejected bobs'],
  ['externalBetId=won', 'won won'],
  ['status=settled-won', 'doubted won'],
  ['status=settled-lost', 'lost'],
  ['status=voided', 'void'],
  ['status=settled-lost&userId=ann', 'lost'],
  ['status=settled-won&externalBetId=won&userId=ann', 'won'],
  ['userId=bob&externalBetId=won', ''],
  ['userId=nobody', ''],
  ['userId=%27%20or%20true%20--', ''],
])('?%s lists %s', async (query, bets) => {
  const { status, body } = await ask(query)
  expect(status).toBe(200)
  expect(body.nextCursor).toBeNull()
  expect(body.betEvents.map(({ externalBetId }: { externalBetId: string }) => externalBetId).join(' ')).toBe(bets)
})

test('status=placed lists those placements only that have neither settlement nor void yet', async () => {
  const { body } = await ask('status=placed')
  const open = body.betEvents.map(({ externalBetId }: { externalBetId: string }) => externalBetId)
  // A settlement that was flagged has settled nothing.
  expect(open).toEqual(['bobs', 'doubted', 'open'])
})

test('pages of open bets follow each other without a gap, of whatever size they are', async () => {
  const tenant = await used.service.seed()
  for (const user of ['ann', 'bob', 'cat', 'gone']) await buy(tenant, user)
  for (const n of [1, 2, 3, 4]) {
    for (const user of ['ann', 'bob', 'cat', 'gone']) await place(tenant, user, `${user}-${n}`, { stakeAmount: 1 })
    await win(tenant, 'ann', `ann-${n}`, 2)
  }
  await voidBet(tenant, 'bob', 'bob-2')
  // What comes after the end of its program is recorded, and nothing more is to come of the bet.
  await cancel(tenant, 'cat')
  await win(tenant, 'cat', 'cat-3', 2)
  await tenant.api.post('/v1/sandbox/reset/gone')
  const another = await used.service.seed()
  await buy(another, 'ann')
  await place(another, 'ann', 'ann-1', { stakeAmount: 1 })
  const open = async (query: string) => (await tenant.api.get(`/v1/admin/bet-events?status=placed&${query}`)).body
  const namesOf = (body: Answer['body']): string[] =>
    body.betEvents.map((bet: { externalBetId: string }) => bet.externalBetId)
  const expected = ['cat-4', 'bob-4', 'bob-3', 'cat-2', 'cat-1', 'bob-1']
  expect(namesOf(await open(''))).toEqual(expected)
  for (const limit of [1, 2, 3, 5, 6, 7]) {
    const found: string[] = []
    let cursor = ''
    do {
      const body = await open(`limit=${limit}${cursor}`)
      found.push(...namesOf(body))
      cursor = body.nextCursor === null ? '' : `&cursor=${body.nextCursor}`
    } while (cursor !== '')
    expect(found).toEqual(expected)
  }
  expect(namesOf(await open('userId=bob&limit=2'))).toEqual(['bob-4', 'bob-3'])
  const { nextCursor } = await open('userId=bob&limit=2')
  expect(namesOf(await open(`userId=bob&limit=2&cursor=${nextCursor}`))).toEqual(['bob-1'])
  for (const [query, names] of [
    ['externalBetId=cat-4', ['cat-4']],
    ['externalBetId=cat-3', []],
    ['externalBetId=ann-1', []],
    ['externalBetId=cat-4&userId=cat', ['cat-4']],
    ['externalBetId=cat-4&userId=bob', []],
    ['userId=gone', []],
    ['externalBetId=gone-1', []],
  ] as const) {
    expect(namesOf(await open(query)), query).toEqual(names)
  }
})

test('an open bet is listed however much has happened since', async () => {
  const tenant = await used.service.seed()
  await buy(tenant, 'ann')
  for (const bet of ['old-1', 'old-2']) await place(tenant, 'ann', bet, { stakeAmount: 1 })
  for (let batch = 0; batch < 4; batch += 1) {
    const bets = Array.from({ length: 500 }, (_, n) => placement('ann', `refused-${batch}-${n}`, { stakeAmount: 99 }))
    await tenant.api.post('/v1/bets/batch', { bets })
  }
  await place(tenant, 'ann', 'new', { stakeAmount: 1 })
  const found: string[] = []
  for (let cursor: string | null = ''; cursor !== null && found.length < 9; ) {
    const { body } = await tenant.api.get(`/v1/admin/bet-events?status=placed&limit=1${cursor && `&cursor=${cursor}`}`)
    found.push(...body.betEvents.map((bet: { externalBetId: string }) => bet.externalBetId))
    cursor = body.nextCursor
  }
  expect(found).toEqual(['new', 'old-2', 'old-1'])
})

test('what anybody reported of a bet is found by its id, whatever came of it', async () => {
  const tenant = await used.service.seed()
  for (const user of ['ann', 'bob']) await buy(tenant, user)
  await place(tenant, 'carl', 'all', { stakeAmount: 10 })
  await voidBet(tenant, 'carl', 'all')
  await lose(tenant, 'bob', 'all')
  await place(tenant, 'ann', 'all', { stakeAmount: 10 })
  await lose(tenant, 'bob', 'all')
  await win(tenant, 'ann', 'all', 99)
  await win(tenant, 'ann', 'all', 20)
  await voidBet(tenant, 'ann', 'all')
  const { body } = await tenant.api.get('/v1/admin/bet-events?externalBetId=all')
  const told = body.betEvents.map(
    ({ userId, status, resultStatus }: { userId: string; status: string; resultStatus: string }) =>
      `${userId} ${status} ${resultStatus}`,
  )
  expect(told.toReversed()).toEqual([
    'carl placed rejected',
    'carl voided accepted',
    'bob settled-lost flagged',
    'ann placed accepted',
    'bob settled-lost flagged',
    'ann settled-won flagged',
    'ann settled-won accepted',
    'ann voided accepted',
  ])
  const page = (await tenant.api.get('/v1/admin/bet-events?externalBetId=all&limit=3')).body
  expect(page.betEvents).toEqual(body.betEvents.slice(0, 3))
})

test('an event is listed with its numbers', async () => {
  const { body } = await ask('status=settled-won&externalBetId=doubted')
  expect(body.betEvents).toMatchObject([
    {
      userId: 'ann',
      resultStatus: 'flagged',
      flagReason: 'settlement_mismatch',
      reasonCodes: [],
      settlementAmount: 20.01,
      profit: null,
      balanceAfter: 100,
      programType: 'challenge',
      eventTimestamp: '2026-03-02T12:00:00.000Z',
      recordedAt: '2026-03-02T12:00:00.000Z',
    },
  ])
})

test('another tenant lists none of ours', async () => {
  expect((await (await used.service.seed()).api.get('/v1/admin/bet-events')).body.betEvents).toEqual([])
})

test.each([
  ['status', 'won'],
  ['status', ''],
  ['status', 'placed&status=voided'],
  ['userId', ''],
  ['userId', 'x'.repeat(129)],
  ['userId', '%00'],
  ['userId', 'a&userId=b'],
  ['externalBetId', ''],
  ['externalBetId', 'a%0Ab'],
])('a wrong %s is named: %s', async (field, value) => expectWrong(await ask(`${field}=${value}`), field))

testAccess(used, listBetEvents)
testPages(ask, ({ betEvents }) => betEvents)
