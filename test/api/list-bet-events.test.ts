import { beforeAll, expect, test } from 'vitest'
import { listBetEvents } from '../../src/contract/operations/operator.ts'
import { lose, place, voidBet, win } from '../helpers/bets.ts'
import { expectWrong } from '../helpers/expect-error.ts'
import { buy } from '../helpers/service.ts'
import { testAccess, testPages } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'

const used = useService()

const ask = (query = '') => used.tenant.api.get(`/v1/admin/bet-events?${query}`)

beforeAll(async () => {
  for (const user of ['ann', 'bob']) await buy(used.tenant, user)
  for (const bet of ['open', 'won', 'lost', 'void', 'doubted']) {
    await place(used.tenant, 'ann', bet, { stakeAmount: 10 })
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
  expect(open).toContain('open')
  expect(open).toContain('bobs')
  for (const bet of ['won', 'lost', 'void']) expect(open).not.toContain(bet)
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
