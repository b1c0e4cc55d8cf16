import { describe, expect, test } from 'vitest'
import { advance, lose, place, progressOf } from '../helpers/bets.ts'
import type { Answer } from '../helpers/client.ts'
import { accountWith, openAccount, paidOut, pendingPayout, reject } from '../helpers/payouts.ts'
import { buy, type TestTenant } from '../helpers/service.ts'
import { useService } from '../helpers/use-service.ts'

const used = useService()
const accountsOf = async ({ api }: TestTenant, userId: string): Promise<Answer['body'][]> =>
  (await api.get(`/v1/users/${userId}/history`)).body.fundedAccounts

describe('the history of a funded account', () => {
  test('has its payouts, newest first', async () => {
    const id = await accountWith(used.tenant, 'payee', 100)
    const executed = await paidOut(used.tenant, 'payee', 10)
    const rejected = (await reject(used.tenant, (await pendingPayout(used.tenant, 'payee', 20)).id)).body.payout
    const pending = await pendingPayout(used.tenant, 'payee', 30)
    const [account, ...others] = await accountsOf(used.tenant, 'payee')
    expect(others).toEqual([])
    expect(account).toMatchObject({
      id,
      fundedAccountId: id,
      userId: 'payee',
      status: 'active',
      endReason: null,
      fundedAmount: 500,
      currentBalance: 590,
      refundableOwnStake: 0,
      payoutCount: 1,
      totalWithdrawn: 8,
      endedAt: null,
      finalBalance: null,
    })
    expect(account.payouts).toEqual([pending, rejected, executed])
  })

  test('stays when the account has closed and the next challenge runs', async () => {
    const { tenant } = used
    const id = await accountWith(tenant, 'twice', 100, { fundedMaxPayouts: 1 })
    await paidOut(tenant, 'twice', 100)
    expect((await buy(tenant, 'twice')).status).toBe(201)
    expect(await accountsOf(tenant, 'twice')).toMatchObject([
      {
        id,
        status: 'closed',
        endReason: 'max_payouts_reached',
        finalBalance: 500,
        currentBalance: 0,
        payouts: [{ status: 'executed', accountClosed: true }],
      },
    ])
  })
})

describe('an account that ended', () => {
  test('by the drawdown', async () => {
    const { tenant } = used
    await openAccount(tenant, 'fallen')
    for (const bet of ['a', 'b', 'c']) await place(tenant, 'fallen', `fallen-${bet}`, { stakeAmount: 80 })
    await lose(tenant, 'fallen', 'fallen-a')
    await lose(tenant, 'fallen', 'fallen-b')
    expect((await progressOf(tenant, 'fallen')).type).toBe('funded_account')
    await lose(tenant, 'fallen', 'fallen-c')
    expect((await progressOf(tenant, 'fallen')).cooldownUntil).toBeNull()
    await place(tenant, 'fallen', 'fallen-d', { stakeAmount: 60 })
    await lose(tenant, 'fallen', 'fallen-d')
    expect(await accountsOf(tenant, 'fallen')).toMatchObject([
      { status: 'revoked', endReason: 'max_drawdown_exceeded', finalBalance: 200, refundableOwnStake: 0, payouts: [] },
    ])
  })

  test('by its lifetime cap', async () => {
    await accountWith(used.tenant, 'capped', 100, { fundedTotalPayoutCap: 40 })
    await paidOut(used.tenant, 'capped', 50)
    expect(await accountsOf(used.tenant, 'capped')).toMatchObject([
      { status: 'closed', endReason: 'payout_cap_reached', finalBalance: 550, totalWithdrawn: 40 },
    ])
  })

  test.each([
    [{ fundedFirstPayoutDays: 14 }, 'first_payout_deadline', '2026-03-16T12:00:00.000Z'],
    [{ fundedFirstPayoutDays: 15 }, 'inactivity', '2026-03-16T12:00:00.000Z'],
    [{ fundedFirstPayoutDays: 1 }, 'first_payout_deadline', '2026-03-03T12:00:00.000Z'],
  ])('by time, under %j: %s, as of its due time', async (rules, endReason, endedAt) => {
    const tenant = await used.service.seed()
    await openAccount(tenant, 'late', rules)
    await advance(tenant, '2026-04-15T00:00:00Z')
    expect(await accountsOf(tenant, 'late')).toMatchObject([
      { status: 'revoked', endReason, endedAt, finalBalance: 500, refundableOwnStake: 0 },
    ])
    expect((await buy(tenant, 'late')).status).toBe(201)
  })
})
