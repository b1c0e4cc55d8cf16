import { expect, test } from 'vitest'
import { getHistory } from '../../src/contract/operations/users.ts'
import { advance, cancel, lose, place } from '../helpers/bets.ts'
import { buy, buyAndPass, type TestTenant } from '../helpers/service.ts'
import { testAccess, testPages, testPath } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'

const used = useService()

const historyOf = async ({ api }: TestTenant, userId: string) => (await api.get(`/v1/users/${userId}/history`)).body
const pastOf = async (tenant: TestTenant, userId: string) =>
  // biome-ignore lint/suspicious/noExplicitAny: as the wire has it
  (await historyOf(tenant, userId)).challenges.filter(({ endedAt }: any) => endedAt !== null)

test('a player who was never seen has none', async () => {
  expect(await historyOf(used.tenant, 'stranger')).toMatchObject({
    challenges: [],
    fundedAccounts: [],
    nextCursor: null,
  })
})

test('a cancelled challenge', async () => {
  const { challenge } = (await buy(used.tenant, 'quitter')).body
  await place(used.tenant, 'quitter', 'q1', { stakeAmount: 10 })
  await lose(used.tenant, 'quitter', 'q1')
  await cancel(used.tenant, 'quitter')
  expect(await pastOf(used.tenant, 'quitter')).toEqual([
    {
      ...challenge,
      status: 'cancelled',
      failureReason: null,
      refundableOwnStake: 0,
      currentBalance: 0,
      available: 0,
      lowestBalance: 90,
      totalDrawdown: 10,
      drawdownPercent: 10,
      dailyLoss: 10,
      activeDays: 1,
      totalBetsPlaced: 1,
      totalBetsAccepted: 1,
      endedAt: '2026-03-02T12:00:00.000Z',
      finalBalance: 90,
    },
  ])
})

test('a challenge that lost too much', async () => {
  const tenant = await used.service.seed()
  await tenant.api.put(`/v1/admin/rulesets/${tenant.challengeRulesetId}`, { totalDrawdownPercent: 40 })
  await buy(tenant, 'loser')
  for (const [bet, stakeAmount] of [
    ['l1', 25],
    ['l2', 15],
  ] as const) {
    await place(tenant, 'loser', bet, { stakeAmount })
    await lose(tenant, 'loser', bet)
  }
  expect(await pastOf(tenant, 'loser')).toMatchObject([
    {
      status: 'failed',
      failureReason: 'max_drawdown_exceeded',
      finalBalance: 60,
      totalDrawdown: 40,
      drawdownPercent: 40,
    },
  ])
})

test.each([
  ['expired', 1],
  ['insufficient_active_days', 0],
] as const)('a challenge that failed as %s, as of when it was over', async (failureReason, bets) => {
  const tenant = await used.service.seed()
  await buy(tenant, 'sleeper')
  if (bets > 0) await place(tenant, 'sleeper', 's1')
  await advance(tenant, '2026-04-05T00:00:00Z')
  expect(await pastOf(tenant, 'sleeper')).toMatchObject([
    { status: 'failed', failureReason, endedAt: '2026-04-01T12:00:00.000Z', finalBalance: 100, reserved: 0 },
  ])
})

test('a refunded challenge', async () => {
  const id = await buyAndPass(used.tenant, 'leaver')
  const key = { 'x-idempotency-key': 'refund of leaver' }
  await used.tenant.api.post('/v1/users/leaver/challenge/refund-stake', { confirm: true }, key)
  expect(await pastOf(used.tenant, 'leaver')).toMatchObject([
    { id, status: 'refunded', finalBalance: 150, peakBalance: 150, passedAt: '2026-03-02T12:00:00.000Z' },
  ])
})

test('a completed challenge', async () => {
  const id = await buyAndPass(used.tenant, 'stayer')
  await used.tenant.api.post('/v1/users/stayer/challenge/continue')
  expect(await pastOf(used.tenant, 'stayer')).toMatchObject([
    { id, status: 'completed', failureReason: null, finalBalance: 150 },
  ])
})

test('another tenant sees none of it', async () => {
  await buy(used.tenant, 'ours')
  await cancel(used.tenant, 'ours')
  expect(await historyOf(await used.service.seed(), 'ours')).toMatchObject({ challenges: [], fundedAccounts: [] })
})

test('the newest comes first', async () => {
  expect((await pastOf(used.tenant, 'regular')).length).toBe(0)
  const bought: string[] = []
  for (const day of [4, 5, 6, 7, 8]) {
    bought.unshift((await buy(used.tenant, 'regular')).body.challenge.id)
    await cancel(used.tenant, 'regular')
    await advance(used.tenant, `2026-03-0${day}T00:00:00Z`)
  }
  expect((await pastOf(used.tenant, 'regular')).map(({ id }: { id: string }) => id)).toEqual(bought)
})

testAccess(used, getHistory)
testPath(used, getHistory)
testPages(
  (query) => used.tenant.api.get(`/v1/users/regular/history?${query}`),
  ({ challenges, fundedAccounts }) => [...challenges, ...fundedAccounts],
)
