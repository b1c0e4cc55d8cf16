import { beforeAll, describe, expect, test } from 'vitest'
import { getOverview } from '../../src/contract/operations/backoffice.ts'
import { lose, place, win } from '../helpers/bets.ts'
import { expectWrong } from '../helpers/expect-error.ts'
import { accountWith, openAccount, paidOut, pendingPayout } from '../helpers/payouts.ts'
import { hugeBet } from '../helpers/rulings.ts'
import { buy, buyAndPass, placement } from '../helpers/service.ts'
import { testAccess } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'

const PATH = '/v1/admin/overview'
const used = useService()
const overview = async (query = '') => (await used.tenant.api.get(`${PATH}${query}`)).body

describe('of a tenant without players', () => {
  test('there is nothing', async () => {
    const { api } = await used.service.seed()
    const { status, body } = await api.get(PATH)
    expect(status).toBe(200)
    expect(body.now).toEqual({
      activeChallenges: 0,
      awaitingChoice: 0,
      fundedAccounts: 0,
      stakesHeld: 0,
      bonusOutstanding: 0,
      openBets: 0,
      openStake: 0,
      openFlags: 0,
    })
    expect(body.liability.atWorst.total).toBe(0)
    expect(body.payoutsWaiting).toEqual({ count: 0, totalPaid: 0, since: null })
    expect(body.bets).toEqual({ accepted: 0, rejected: 0, since: null, rejections: [] })
    expect(body.webhooks).toEqual({ configured: false, delivered: 0, pending: 0, failed: 0, pendingSince: null })
    expect(body.series).toHaveLength(30)
  })
})

test('bets that would bring more than any amount bring at worst the largest', async () => {
  const { tenant } = await hugeBet(used.service, 'huge')
  const { status, body } = await tenant.api.get(PATH)
  expect(status).toBe(200)
  expect(body.liability.atWorst).toEqual({ profitShares: 0, ownStakes: 1_000_000_000, total: 1_000_000_000 })
})

describe('of a busy tenant', () => {
  beforeAll(async () => {
    const { tenant } = used
    // A challenge at 100.00 of 150.00 with one open bet that would bring 25.00, and a rejected one.
    await buy(tenant, 'anna')
    await place(tenant, 'anna', 'open', {})
    await tenant.api.post('/v1/bets', placement('anna', 'too much', { stakeAmount: 90, odds: 20 }))
    // Passed, and not decided.
    await buyAndPass(tenant, 'ben')
    // Failed by drawdown: three bets of 20.00 lost.
    await buy(tenant, 'carl')
    for (const bet of ['c1', 'c2', 'c3']) await place(tenant, 'carl', bet, { stakeAmount: 20 })
    await place(tenant, 'carl', 'left open', { stakeAmount: 20 })
    for (const bet of ['c1', 'c2', 'c3']) await lose(tenant, 'carl', bet)
    // 500.00 with a profit of 100.00, of which 50.00 wait; and one that was paid.
    await accountWith(tenant, 'dora', 100)
    await pendingPayout(tenant, 'dora', 50)
    await accountWith(tenant, 'eve', 10)
    await paidOut(tenant, 'eve', 10)
  })

  test('it counts what runs', async () => {
    const { now } = await overview()
    expect(now).toMatchObject({ activeChallenges: 1, awaitingChoice: 1, fundedAccounts: 2, openBets: 1, openStake: 25 })
    // Eve's own stake went back with her first payout.
    expect(now.stakesHeld).toBe(60)
    expect(now.bonusOutstanding).toBe(320)
  })

  test('it says what may have to be paid', async () => {
    const { liability, payoutsWaiting } = await overview()
    expect(liability.now).toEqual({ profitShares: 80, ownStakes: 40, total: 120 })
    expect(liability.atWorst).toEqual({ profitShares: 80, ownStakes: 40, total: 120 })
    expect(payoutsWaiting).toMatchObject({ count: 1, totalPaid: 60 })
    expect(payoutsWaiting.since).toBeTypeOf('string')
    await place(used.tenant, 'dora-not-playing', 'nothing', {})
    await place(used.tenant, 'eve', 'open of eve', { stakeAmount: 100, odds: 3 })
    expect((await overview()).liability.atWorst).toEqual({ profitShares: 240, ownStakes: 40, total: 280 })
    await place(used.tenant, 'anna', 'another', { stakeAmount: 25, odds: 2 })
    expect((await overview()).liability.atWorst).toEqual({ profitShares: 240, ownStakes: 60, total: 300 })
  })

  test('it tells what happened in the period', async () => {
    const { period, series } = await overview('?days=7')
    expect(period).toMatchObject({
      days: 7,
      purchases: 5,
      passes: 3,
      failures: 1,
      failureReasons: [{ reason: 'max_drawdown_exceeded', count: 1 }],
      revocations: 0,
      continued: 2,
      payouts: 1,
      paid: 8,
      stakesReturned: 20,
    })
    expect(series).toHaveLength(7)
    expect(series.at(-1)).toMatchObject({ purchases: 5, passes: 3, failures: 1, payouts: 1, paid: 8 })
    expect(series[0]).toMatchObject({ purchases: 0, paid: 0 })
  })

  test('it tells how bets are judged, and why they are refused', async () => {
    const { bets } = await overview()
    expect(bets.rejected).toBe(2)
    expect(bets.accepted).toBeGreaterThan(5)
    const codes = bets.rejections.map(({ code }: { code: string }) => code)
    expect(codes).toEqual(expect.arrayContaining(['max_stake_exceeded', 'odds_limit_exceeded']))
  })
})

test('of users who were reset nothing runs, waits or is owed any more', async () => {
  const tenant = await used.service.seed()
  await buy(tenant, 'anna')
  await place(tenant, 'anna', 'mistaken', {})
  await win(tenant, 'anna', 'mistaken', 1000)
  await buyAndPass(tenant, 'ben')
  await accountWith(tenant, 'dora', 100)
  await pendingPayout(tenant, 'dora', 50)
  const before = (await tenant.api.get(PATH)).body
  expect(before.now).toMatchObject({ activeChallenges: 1, awaitingChoice: 1, fundedAccounts: 1, openFlags: 1 })
  expect(before.payoutsWaiting.count).toBe(1)
  for (const userId of ['anna', 'ben', 'dora']) await tenant.api.post(`/v1/sandbox/reset/${userId}`)
  const { now, liability, payoutsWaiting } = (await tenant.api.get(PATH)).body
  const fresh = (await (await used.service.seed()).api.get(PATH)).body
  expect({ now, liability, payoutsWaiting }).toEqual({
    now: fresh.now,
    liability: fresh.liability,
    payoutsWaiting: fresh.payoutsWaiting,
  })
})

test('a stake that went back from a funded account is no refunded challenge', async () => {
  const tenant = await used.service.seed()
  await openAccount(tenant, 'anna', { fundedStakeRefundable: true })
  await buyAndPass(tenant, 'ben')
  const refund = (user: string, phase: string) =>
    tenant.api.post(`/v1/users/${user}/${phase}/refund-stake`, { confirm: true }, { 'x-idempotency-key': phase })
  expect((await refund('anna', 'funded')).status).toBe(200)
  expect((await refund('ben', 'challenge')).status).toBe(200)
  expect((await tenant.api.get(PATH)).body.period).toMatchObject({ continued: 1, refunded: 1 })
})

test('a webhook that nobody answers shows as pending', async () => {
  const tenant = await used.service.seed({ webhookUrl: 'https://operator.example/hook' })
  await buy(tenant, 'anna')
  const { webhooks } = (await tenant.api.get(PATH)).body
  expect(webhooks).toMatchObject({ configured: true, pending: 1, failed: 0 })
  expect(webhooks.pendingSince).toBeTypeOf('string')
})

test.each(['0', '-1', '367', '1.5', 'many', ''])('days=%s is wrong', async (days) => {
  expectWrong(await used.tenant.api.get(`${PATH}?days=${days}`), 'days')
})

testAccess(used, getOverview)
