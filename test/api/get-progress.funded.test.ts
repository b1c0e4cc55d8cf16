import { describe, expect, test } from 'vitest'
import { advance, place, progressOf } from '../helpers/bets.ts'
import { accountWith, openAccount, paidOut, pendingPayout } from '../helpers/payouts.ts'
import { useService } from '../helpers/use-service.ts'

const used = useService()

describe('the progress of a funded account', () => {
  test('when it opens', async () => {
    const fundedAccountId = await openAccount(used.tenant, 'new')
    const progress = await progressOf(used.tenant, 'new')
    expect(progress).toEqual({
      type: 'funded_account',
      fundedAccountId,
      challengeId: progress.challengeId,
      status: 'active',
      currency: 'EUR',
      currentBalance: 500,
      fundedAmount: 500,
      ownStake: 20,
      nonWithdrawableBonus: 80,
      refundableOwnStake: 20,
      stakeRefundable: false,
      rawProfit: 0,
      earnedProfit: 0,
      withdrawableProfit: 0,
      isWithdrawable: false,
      profitSplitPercent: 80,
      payoutCapPercent: null,
      totalPayoutCap: null,
      maxPayouts: null,
      payoutCount: 0,
      totalWithdrawn: 0,
      firstPayoutDeadlineAt: null,
      inactivityDeadlineAt: '2026-03-16T12:00:00.000Z',
      reserved: 0,
      openStake: 0,
      available: 500,
      totalBetsPlaced: 0,
      totalBetsAccepted: 0,
      totalBetsRejected: 0,
      dailyLoss: 0,
      openBets: 0,
      cooldownUntil: null,
      limitsNow: {
        maxStake: 125,
        dailyLossRemaining: 250,
        drawdownRemaining: 300,
        minStake: 1,
        minOdds: 1.5,
        maxOdds: 10,
        maxSelections: 5,
      },
      selfExcluded: false,
      asOf: '2026-03-02T12:00:00.000Z',
      payout: progress.payout,
      correlationId: progress.correlationId,
    })
    expect(progress.payout).toMatchObject({ canRequest: false, reasons: ['no_profit'], ownStakeReturnable: 20 })
  })

  test('with a profit, an open bet and the limits of its tier', async () => {
    await accountWith(used.tenant, 'limits', 100.01, {
      fundedStakeRefundable: true,
      fundedTotalPayoutCap: 200,
      fundedPayoutCapPercent: 12.5,
      fundedMaxPayouts: 4,
      fundedFirstPayoutDays: 30,
    })
    await place(used.tenant, 'limits', 'limits-open', { stakeAmount: 60 })
    expect(await progressOf(used.tenant, 'limits')).toMatchObject({
      currentBalance: 600.01,
      stakeRefundable: true,
      // The raw profit looks at the ledger, and what can be withdrawn leaves the open stake out.
      rawProfit: 100.01,
      earnedProfit: 80,
      withdrawableProfit: 32,
      isWithdrawable: true,
      payoutCapPercent: 12.5,
      totalPayoutCap: 200,
      maxPayouts: 4,
      firstPayoutDeadlineAt: '2026-04-01T12:00:00.000Z',
      reserved: 60,
      openStake: 60,
      available: 540.01,
      payout: { grossProfit: 40.01, withdrawableNow: 32, withdrawableGross: 40.01, capRemaining: 62.5 },
    })
  })

  test('while a payout waits: nothing more can be withdrawn, and what is held is not available', async () => {
    await accountWith(used.tenant, 'waiting', 100)
    await pendingPayout(used.tenant, 'waiting', 50)
    expect(await progressOf(used.tenant, 'waiting')).toMatchObject({
      currentBalance: 600,
      available: 550,
      reserved: 0,
      rawProfit: 100,
      earnedProfit: 80,
      withdrawableProfit: 0,
      isWithdrawable: false,
      inactivityDeadlineAt: null,
      payoutCount: 0,
      totalWithdrawn: 0,
      refundableOwnStake: 20,
    })
  })

  test('after payouts', async () => {
    await accountWith(used.tenant, 'paid', 100, { fundedFirstPayoutDays: 30 })
    await paidOut(used.tenant, 'paid', 33.33)
    await paidOut(used.tenant, 'paid', 33.33)
    expect(await progressOf(used.tenant, 'paid')).toMatchObject({
      currentBalance: 533.34,
      rawProfit: 33.34,
      earnedProfit: 26.67,
      withdrawableProfit: 26.67,
      payoutCount: 2,
      totalWithdrawn: 53.32,
      refundableOwnStake: 0,
      firstPayoutDeadlineAt: null,
    })
  })
})

test('an accepted bet gives an account another 14 days, and one that is refused does not', async () => {
  const tenant = await used.service.seed()
  await openAccount(tenant, 'busy')
  await advance(tenant, '2026-03-05T08:00:00Z')
  await place(tenant, 'busy', 'refused', { stakeAmount: 400 })
  expect(await progressOf(tenant, 'busy')).toMatchObject({ inactivityDeadlineAt: '2026-03-16T12:00:00.000Z' })
  await place(tenant, 'busy', 'accepted', { stakeAmount: 10 })
  expect(await progressOf(tenant, 'busy')).toMatchObject({ inactivityDeadlineAt: '2026-03-19T08:00:00.000Z' })
})

test('an account that nobody has used for 14 days is gone', async () => {
  const tenant = await used.service.seed()
  await openAccount(tenant, 'idle')
  await advance(tenant, '2026-03-16T11:59:59.999Z')
  expect((await progressOf(tenant, 'idle')).type).toBe('funded_account')
  await advance(tenant, '2026-03-16T12:00:00Z')
  expect((await progressOf(tenant, 'idle')).type).toBe('none')
})
