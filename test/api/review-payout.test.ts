import { beforeAll, describe, expect, test } from 'vitest'
import { reviewPayout } from '../../src/contract/operations/backoffice.ts'
import { eventsOf, lose, place, voidBet, win } from '../helpers/bets.ts'
import { expectError } from '../helpers/expect-error.ts'
import { accountWith, paidOut, pendingPayout } from '../helpers/payouts.ts'
import { NO_ID, testAccess, testPath } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'

const used = useService()
const review = (id: string) => used.tenant.api.get(`/v1/admin/payouts/${id}`)

let first: string
let second: string
beforeAll(async () => {
  const { tenant } = used
  await accountWith(tenant, 'anna', 100)
  first = (await paidOut(tenant, 'anna', 20)).id
  await place(tenant, 'anna', 'small', { stakeAmount: 50, odds: 2 })
  await win(tenant, 'anna', 'small', 70)
  await place(tenant, 'anna', 'lost', { stakeAmount: 30, odds: 2 })
  await lose(tenant, 'anna', 'lost')
  await place(tenant, 'anna', 'open', { stakeAmount: 25, odds: 2 })
  second = (await pendingPayout(tenant, 'anna', 40)).id
})

describe('a pending payout is shown', () => {
  test('with the account that it would be paid from', async () => {
    const { status, body } = await review(second)
    expect(status).toBe(200)
    expect(body.payout).toMatchObject({ id: second, status: 'pending', grossAmount: 40, userShare: 32 })
    expect(body.account).toMatchObject({
      fundedAmount: 500,
      currentBalance: 570,
      profit: 70,
      balanceAfter: 530,
      openBets: 1,
      openStake: 25,
      totalWithdrawn: 16,
      payoutCount: 1,
      floor: 200,
    })
  })

  test('with how the profit was made', async () => {
    const { body } = await review(second)
    expect(body.bets).toMatchObject({ won: 2, lost: 1, staked: 180, returned: 270, profit: 90 })
    expect(body.bets.largestWin).toMatchObject({ profit: 100, shareOfWinnings: 100 })
    expect(body.curve[0].balance).toBe(500)
    expect(body.curve.at(-1).balance).toBe(570)
  })

  test('with the payouts before it and the flags that are open', async () => {
    const { body } = await review(second)
    expect(body.payouts).toMatchObject([{ id: first, status: 'executed', grossAmount: 20 }])
    expect(body.openFlags).toEqual([])
    await used.tenant.api.post('/v1/bets', {
      userId: 'anna',
      externalBetId: 'lost',
      status: 'settled-won',
      settlementAmount: 60,
    })
    expect((await review(second)).body.openFlags).toMatchObject([{ type: 'conflicting_settlement', status: 'open' }])
  })

  test('a settlement that was voided counts no more', async () => {
    await voidBet(used.tenant, 'anna', 'small')
    expect((await review(second)).body.bets).toMatchObject({ won: 1, lost: 1, staked: 130, returned: 200 })
  })

  test('a bet that was corrected counts as what it came to in the end', async () => {
    const { tenant } = used
    const placed = (await eventsOf(tenant, 'anna')).filter(({ status }) => status === 'placed')
    const correct = (bet: string, outcome: string) => {
      const id = placed.find(({ externalBetId }) => externalBetId === bet)?.id
      return tenant.api.post(`/v1/admin/bet-events/${id}/correct`, { outcome, note: 'The feed was wrong' })
    }
    await correct('lost', 'won')
    expect((await review(second)).body.bets).toMatchObject({ won: 2, lost: 0, staked: 130, returned: 260 })
    await correct('lost', 'voided')
    expect((await review(second)).body.bets).toMatchObject({ won: 1, lost: 0, staked: 100, returned: 200 })
    await correct('small', 'lost')
    expect((await review(second)).body.bets).toMatchObject({ won: 1, lost: 1, staked: 150, returned: 200 })
  })
})

test('a decided payout is shown, too', async () => {
  const { body } = await review(first)
  expect(body.payout).toMatchObject({ status: 'executed', balanceAfter: 580 })
  expect(body.payouts).toMatchObject([{ id: second }])
  expect(body.account.balanceAfter).toBe(body.account.currentBalance)
})

test('a payout of nobody, or of another tenant, is not found', async () => {
  expectError(await review(NO_ID), 404, 'not_found')
  const { api } = await used.service.seed()
  expectError(await api.get(`/v1/admin/payouts/${first}`), 404, 'not_found')
})

testAccess(used, reviewPayout)
testPath(used, reviewPayout)
