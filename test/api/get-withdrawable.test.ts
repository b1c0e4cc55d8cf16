import { describe, expect, test } from 'vitest'
import { getWithdrawable } from '../../src/contract/operations/payouts.ts'
import { advance, place, progressOf } from '../helpers/bets.ts'
import { expectError } from '../helpers/expect-error.ts'
import {
  accountWith,
  confirm,
  gain,
  openAccount,
  paidOut,
  payoutStateOf,
  pendingPayout,
  reject,
  withdraw,
} from '../helpers/payouts.ts'
import { buy, buyAndPass } from '../helpers/service.ts'
import { testAccess, testPath } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'

const used = useService()
const plain = { unblocksAt: null, need: null, have: null }

describe('the payout state', () => {
  test('of an account without limits', async () => {
    await accountWith(used.tenant, 'free', 33.33)
    const { body, status } = await used.tenant.api.get('/v1/users/free/withdrawable')
    expect(status).toBe(200)
    expect(body).toEqual({
      canRequest: true,
      reasons: [],
      withdrawableNow: 26.66,
      withdrawableGross: 33.33,
      currency: 'EUR',
      grossProfit: 33.33,
      profitSplitPercent: 80,
      payoutCount: 0,
      maxPayouts: null,
      payoutsRemaining: null,
      totalWithdrawn: 0,
      totalPayoutCap: null,
      payoutCapPercent: null,
      capRemaining: null,
      perPayoutCap: null,
      minPayout: null,
      payoutIntervalDays: null,
      nextPayoutAt: null,
      firstPayoutDeadlineAt: null,
      firstPayoutRequested: false,
      openStake: 0,
      openBets: 0,
      isLastPayout: false,
      ownStakeReturnable: 20,
      mandatoryPayoutThreshold: null,
      pendingPayout: null,
      blockers: [],
      correlationId: body.correlationId,
    })
  })

  test('of an account with every limit, after its first payout', async () => {
    const tenant = await used.service.seed()
    await openAccount(tenant, 'bound', {
      profitSplitPercent: 62.5,
      fundedTotalPayoutCap: 100,
      fundedPayoutCapPercent: 15.5,
      fundedPerPayoutCap: 50,
      fundedMinPayout: 10,
      fundedMaxPayouts: 3,
      fundedPayoutIntervalDays: 2,
      fundedFirstPayoutDays: 10,
      fundedMandatoryPayoutPercent: 200.01,
    })
    expect(await payoutStateOf(tenant, 'bound')).toMatchObject({
      firstPayoutDeadlineAt: '2026-03-12T12:00:00.000Z',
      nextPayoutAt: null,
      payoutsRemaining: 3,
      capRemaining: 77.5,
    })
    await gain(tenant, 'bound', 100)
    await paidOut(tenant, 'bound', 40)
    await place(tenant, 'bound', 'bound-open', { stakeAmount: 12.5 })
    expect(await payoutStateOf(tenant, 'bound')).toMatchObject({
      canRequest: false,
      reasons: ['payout_interval'],
      withdrawableNow: 0,
      withdrawableGross: 0,
      grossProfit: 47.5,
      profitSplitPercent: 62.5,
      payoutCount: 1,
      maxPayouts: 3,
      payoutsRemaining: 2,
      totalWithdrawn: 25,
      totalPayoutCap: 100,
      payoutCapPercent: 15.5,
      capRemaining: 52.5,
      perPayoutCap: 50,
      minPayout: 10,
      payoutIntervalDays: 2,
      nextPayoutAt: '2026-03-04T12:00:00.000Z',
      firstPayoutDeadlineAt: null,
      firstPayoutRequested: true,
      openStake: 12.5,
      openBets: 1,
      isLastPayout: false,
      ownStakeReturnable: 0,
      mandatoryPayoutThreshold: 1000.05,
      blockers: [{ ...plain, code: 'payout_interval', unblocksAt: '2026-03-04T12:00:00.000Z' }],
    })
    await advance(tenant, '2026-03-04T12:00:00Z')
    expect(await payoutStateOf(tenant, 'bound')).toMatchObject({
      canRequest: true,
      withdrawableNow: 29.68,
      withdrawableGross: 47.5,
      blockers: [],
    })
  })

  test('says that the first payout was requested, whatever became of it', async () => {
    await accountWith(used.tenant, 'in-time', 100, { fundedFirstPayoutDays: 10 })
    const deadline = { firstPayoutDeadlineAt: '2026-03-12T12:00:00.000Z' }
    expect(await payoutStateOf(used.tenant, 'in-time')).toMatchObject({ ...deadline, firstPayoutRequested: false })
    const { id } = await pendingPayout(used.tenant, 'in-time', 50)
    expect(await payoutStateOf(used.tenant, 'in-time')).toMatchObject({ ...deadline, firstPayoutRequested: true })
    await reject(used.tenant, id)
    expect(await payoutStateOf(used.tenant, 'in-time')).toMatchObject({ ...deadline, firstPayoutRequested: true })
  })

  test('is what the progress shows', async () => {
    await accountWith(used.tenant, 'shown', 100, { fundedMinPayout: 90 })
    const { correlationId: _, ...state } = await payoutStateOf(used.tenant, 'shown')
    expect((await progressOf(used.tenant, 'shown')).payout).toEqual(state)
  })

  test('tells of the payout that awaits the operator', async () => {
    await accountWith(used.tenant, 'asker', 100)
    const payout = await pendingPayout(used.tenant, 'asker', 50)
    expect(await payoutStateOf(used.tenant, 'asker')).toMatchObject({
      canRequest: false,
      reasons: ['payout_pending'],
      withdrawableNow: 0,
      withdrawableGross: 0,
      ownStakeReturnable: 20,
      pendingPayout: payout,
      blockers: [{ ...plain, code: 'payout_pending' }],
    })
    await confirm(used.tenant, payout.id)
    expect(await payoutStateOf(used.tenant, 'asker')).toMatchObject({ withdrawableGross: 50, pendingPayout: null })
  })
})

describe('what stands in the way is told all at once, with what is missing', () => {
  test('money', async () => {
    await openAccount(used.tenant, 'poor', { fundedMinPayout: 40 })
    expect(await payoutStateOf(used.tenant, 'poor')).toMatchObject({
      reasons: ['no_profit', 'below_min_payout'],
      blockers: [
        { ...plain, code: 'no_profit', need: 0.01, have: 0 },
        { ...plain, code: 'below_min_payout', need: 40, have: 0 },
      ],
    })
    await gain(used.tenant, 'poor', 49.99)
    expect(await payoutStateOf(used.tenant, 'poor')).toMatchObject({
      reasons: ['below_min_payout'],
      blockers: [{ ...plain, code: 'below_min_payout', need: 40, have: 39.99 }],
    })
    await gain(used.tenant, 'poor', 0.01)
    expect(await payoutStateOf(used.tenant, 'poor')).toMatchObject({ canRequest: true, withdrawableNow: 40 })
  })

  test('a share of a cent', async () => {
    await accountWith(used.tenant, 'cent', 0.01)
    expect(await payoutStateOf(used.tenant, 'cent')).toMatchObject({
      reasons: ['invalid_amount'],
      blockers: [{ ...plain, code: 'invalid_amount', need: 0.01, have: 0 }],
    })
  })

  test('bets to be settled before the last payout', async () => {
    await accountWith(used.tenant, 'last', 100, { fundedMaxPayouts: 1 })
    await place(used.tenant, 'last', 'last-a')
    await place(used.tenant, 'last', 'last-b')
    expect(await payoutStateOf(used.tenant, 'last')).toMatchObject({
      isLastPayout: true,
      reasons: ['open_bets'],
      blockers: [{ ...plain, code: 'open_bets', need: 0, have: 2 }],
    })
  })

  test('a cap that is spent', async () => {
    await openAccount(used.tenant, 'spent', { fundedAccountBalance: 50, fundedPayoutCapPercent: 0.01 })
    expect(await payoutStateOf(used.tenant, 'spent')).toMatchObject({
      capRemaining: 0,
      reasons: ['payout_cap_reached', 'no_profit'],
      blockers: [{ ...plain, code: 'payout_cap_reached', need: 0.01, have: 0 }, { code: 'no_profit' }],
    })
  })
})

describe('what can be withdrawn now', () => {
  test.each([
    [{}, 80, 100],
    [{ profitSplitPercent: 33.33 }, 33.33, 100],
    [{ profitSplitPercent: 100 }, 100, 100],
    [{ fundedPerPayoutCap: 33.33 }, 33.33, 41.67],
    [{ fundedTotalPayoutCap: 10 }, 10, 12.5],
    [{ fundedPayoutCapPercent: 5 }, 25, 31.25],
    [{ fundedTotalPayoutCap: 10, fundedMinPayout: 20 }, 10, 12.5],
    [{ fundedMaxPayouts: 1, fundedTotalPayoutCap: 10 }, 10, 100],
  ])('under %j is accepted, and a cent more is refused', async (rules, withdrawableNow, withdrawableGross) => {
    const userId = `user-${JSON.stringify(rules).replaceAll(/\W/g, '')}`
    await accountWith(used.tenant, userId, 100, rules)
    expect(await payoutStateOf(used.tenant, userId)).toMatchObject({ withdrawableNow, withdrawableGross })
    const more = Math.round(withdrawableGross * 100 + 1) / 100
    expectError(await withdraw(used.tenant, userId, more), 400, 'insufficient_withdrawable_balance')
    const { body } = await withdraw(used.tenant, userId, withdrawableGross)
    expect(body.payout).toMatchObject({ userShare: withdrawableNow, grossAmount: withdrawableGross })
  })
})

test('without a funded account there is none', async () => {
  const ask = (userId: string) => used.tenant.api.get(`/v1/users/${userId}/withdrawable`)
  expectError(await ask('stranger'), 404, 'not_found')
  await buy(used.tenant, 'challenger')
  expectError(await ask('challenger'), 404, 'not_found')
  await buyAndPass(used.tenant, 'chooser')
  expectError(await ask('chooser'), 404, 'not_found')
})

test('what is due is applied first', async () => {
  const tenant = await used.service.seed()
  await accountWith(tenant, 'late', 100, { fundedFirstPayoutDays: 3 })
  used.service.app.clock.forward(3 * 24 * 60 * 60 * 1000)
  expectError(await tenant.api.get('/v1/users/late/withdrawable'), 404, 'not_found')
})

testAccess(used, getWithdrawable)
testPath(used, getWithdrawable)
