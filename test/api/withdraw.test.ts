import { describe, expect, test } from 'vitest'
import { withdraw as operation } from '../../src/contract/operations/payouts.ts'
import { flagsOf, lose, place, progressOf, voidBet, win } from '../helpers/bets.ts'
import { expectError, expectWrong } from '../helpers/expect-error.ts'
import {
  accountWith,
  confirm,
  expectReasons,
  gain,
  openAccount,
  paidOut,
  payAtOnce,
  payoutsOf,
  pendingPayout,
  reject,
  withdraw,
} from '../helpers/payouts.ts'
import { buy } from '../helpers/service.ts'
import { testAccess, testBody, testPath } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'
import { wrong } from '../helpers/wrong-values.ts'

const NOON = '2026-03-02T12:00:00.000Z'
const used = useService()

describe('a request that the operator decides on', () => {
  test('is held until then, with the share down to the cent', async () => {
    const fundedAccountId = await accountWith(used.tenant, 'asker', 100)
    const { status, body } = await withdraw(used.tenant, 'asker', 33.33)
    expect(status).toBe(202)
    expect(body.payout).toEqual({
      id: body.payout.id,
      fundedAccountId,
      userId: 'asker',
      status: 'pending',
      number: 1,
      grossAmount: 33.33,
      userShare: 26.66,
      operatorShare: 6.67,
      profitSplitPercent: 80,
      ownStakeReturned: 20,
      totalPaid: 46.66,
      accountClosed: false,
      balanceAfter: null,
      currency: 'EUR',
      mandatory: false,
      requestedAt: NOON,
      decidedAt: null,
      decidedBy: null,
      reason: null,
    })
    expect(body.message).toMatch(/awaits/)
    expect(await progressOf(used.tenant, 'asker')).toMatchObject({ currentBalance: 600, available: 566.67 })
    expect(await payoutsOf(used.tenant, 'asker')).toEqual([body.payout])
  })

  test('keeps bets waiting', async () => {
    await accountWith(used.tenant, 'waiter', 100)
    const { id } = await pendingPayout(used.tenant, 'waiter', 10)
    const refused = await place(used.tenant, 'waiter', 'waiter-a')
    expect(refused.body.validationResult).toMatchObject({ status: 'rejected', reasonCodes: ['payout_pending'] })
    await reject(used.tenant, id)
    expect((await place(used.tenant, 'waiter', 'waiter-b')).body.status).toBe('accepted')
  })

  test('may be for all of the profit, open bets aside', async () => {
    await accountWith(used.tenant, 'betting', 100)
    await place(used.tenant, 'betting', 'betting-open')
    expectReasons(await withdraw(used.tenant, 'betting', 75.01), 'insufficient_withdrawable_balance')
    expect((await withdraw(used.tenant, 'betting', 75)).status).toBe(202)
  })
})

describe('a request that nobody decides on', () => {
  test('is executed at once; the first one returns the own stake', async () => {
    const tenant = await used.service.seed()
    await payAtOnce(tenant)
    await accountWith(tenant, 'quick', 100)
    const first = await withdraw(tenant, 'quick', 50)
    expect(first.status).toBe(200)
    expect(first.body.message).toMatch(/executed/)
    expect(first.body.payout).toMatchObject({
      status: 'executed',
      number: 1,
      userShare: 40,
      operatorShare: 10,
      ownStakeReturned: 20,
      totalPaid: 60,
      balanceAfter: 550,
      decidedAt: NOON,
      decidedBy: 'system',
      reason: null,
    })
    const second = await withdraw(tenant, 'quick', 50)
    expect(second.body.payout).toMatchObject({ number: 2, ownStakeReturned: 0, totalPaid: 40, balanceAfter: 500 })
    expect(await progressOf(tenant, 'quick')).toMatchObject({
      totalWithdrawn: 80,
      payoutCount: 2,
      refundableOwnStake: 0,
    })
    expectReasons(await withdraw(tenant, 'quick', 1), 'no_profit', 'insufficient_withdrawable_balance')
  })
})

describe('the last payout', () => {
  test('takes the whole profit, returns the own stake and closes the account', async () => {
    await accountWith(used.tenant, 'leaver', 100, { fundedMaxPayouts: 1 })
    expectReasons(await withdraw(used.tenant, 'leaver', 100.01), 'insufficient_withdrawable_balance')
    const payout = await pendingPayout(used.tenant, 'leaver', 0.01)
    expect(payout).toMatchObject({ grossAmount: 100, userShare: 80, accountClosed: false })
    expect((await confirm(used.tenant, payout.id)).body.payout).toMatchObject({
      status: 'executed',
      ownStakeReturned: 20,
      totalPaid: 100,
      accountClosed: true,
      balanceAfter: 500,
    })
    expect(await progressOf(used.tenant, 'leaver')).toMatchObject({ type: 'none' })
    expectError(await withdraw(used.tenant, 'leaver', 10), 404, 'not_found')
    expect((await buy(used.tenant, 'leaver')).status).toBe(201)
  })

  test.each([
    ['awaits the operator', 'operator', 'payout_pending'],
    ['is made at once', 'automatic', 'not_found'],
  ])('of many that are asked for at once one %s, and none is told that all are made', async (_what, review, error) => {
    const tenant = await used.service.seed({ payoutReview: review })
    await accountWith(tenant, 'hasty', 100, { fundedMaxPayouts: 1 })
    const answers = await Promise.all(Array.from({ length: 12 }, () => withdraw(tenant, 'hasty', 10)))
    const others = answers.filter(({ body }) => body.payout === undefined)
    expect(others.map(({ body }) => body.error)).toEqual(Array(11).fill(error))
    expect(await payoutsOf(tenant, 'hasty')).toHaveLength(1)
  })

  test('leaves the operator what the caps keep from the player', async () => {
    await accountWith(used.tenant, 'capped-last', 100, { fundedMaxPayouts: 1, fundedPerPayoutCap: 10 })
    expect(await pendingPayout(used.tenant, 'capped-last', 1)).toMatchObject({
      grossAmount: 100,
      userShare: 10,
      operatorShare: 90,
    })
  })

  test('by the lifetime cap closes the account, too, and waits for no bet', async () => {
    await accountWith(used.tenant, 'full', 100, { fundedTotalPayoutCap: 40, fundedMinPayout: 60 })
    await place(used.tenant, 'full', 'full-open')
    const payout = await paidOut(used.tenant, 'full', 50)
    expect(payout).toMatchObject({ userShare: 40, accountClosed: true, balanceAfter: 550 })
    expect((await buy(used.tenant, 'full')).status).toBe(201)
  })
})

describe('what goes on while a payout waits', () => {
  test('a settlement is booked as ever', async () => {
    await accountWith(used.tenant, 'settled', 100)
    await place(used.tenant, 'settled', 'settled-open')
    await pendingPayout(used.tenant, 'settled', 75)
    await win(used.tenant, 'settled', 'settled-open', 50)
    expect(await progressOf(used.tenant, 'settled')).toMatchObject({ currentBalance: 625, available: 550, reserved: 0 })
  })

  test('a void may take back what is held: then a flag opens', async () => {
    const tenant = await used.service.seed()
    await openAccount(tenant, 'voided')
    await place(tenant, 'voided', 'voided-a', { stakeAmount: 100, odds: 10 })
    await win(tenant, 'voided', 'voided-a', 1000)
    await pendingPayout(tenant, 'voided', 900)
    await voidBet(tenant, 'voided', 'voided-a')
    expect(await progressOf(tenant, 'voided')).toMatchObject({ currentBalance: 500, available: -400 })
    expect(await flagsOf(tenant)).toMatchObject([{ type: 'negative_balance', userId: 'voided' }])
  })

  test('the account is revoked by the drawdown, and the request goes with it', async () => {
    const { tenant } = used
    await openAccount(tenant, 'falling')
    await place(tenant, 'falling', 'falling-won', { stakeAmount: 100, odds: 10 })
    await win(tenant, 'falling', 'falling-won', 1000)
    const open = ['falling-a', 'falling-b', 'falling-c']
    for (const bet of open) await place(tenant, 'falling', bet, { stakeAmount: 100 })
    const { id } = await pendingPayout(tenant, 'falling', 1)
    await voidBet(tenant, 'falling', 'falling-won')
    for (const bet of open) await lose(tenant, 'falling', bet)
    expect(await progressOf(used.tenant, 'falling')).toMatchObject({ type: 'none' })
    expect(await payoutsOf(used.tenant, 'falling')).toMatchObject([
      { id, status: 'rejected', decidedBy: 'system', reason: 'max_drawdown_exceeded', balanceAfter: null },
    ])
  })
})

describe('the mandatory payout', () => {
  test('is requested by itself at the threshold, for the whole profit', async () => {
    await openAccount(used.tenant, 'rich', { fundedMandatoryPayoutPercent: 150, fundedMinPayout: 500 })
    await gain(used.tenant, 'rich', 249.99)
    expect(await payoutsOf(used.tenant, 'rich')).toEqual([])
    await gain(used.tenant, 'rich', 0.01)
    expect(await payoutsOf(used.tenant, 'rich')).toMatchObject([
      { status: 'pending', mandatory: true, grossAmount: 250, userShare: 200 },
    ])
    expectReasons(await withdraw(used.tenant, 'rich', 250), 'payout_pending', 'below_min_payout')
  })
})

describe('the idempotency key', () => {
  test.each([{}, { 'x-idempotency-key': '' }])('is needed: %j', async (headers) => {
    expectError(
      await used.tenant.api.post('/v1/users/asker/withdraw', { grossAmount: 1 }, headers),
      400,
      'missing_idempotency_key',
    )
    expectError(await used.tenant.api.post('/v1/users/asker/withdraw', {}, headers), 400, 'missing_idempotency_key')
  })

  test('makes the same request once, and answers it the same to the letter, under either name', async () => {
    await accountWith(used.tenant, 'again', 100)
    const first = await withdraw(used.tenant, 'again', 10, 'again')
    const again = await used.tenant.api.post(
      '/v1/users/again/withdraw',
      { grossAmount: 10 },
      { 'idempotency-key': 'again' },
    )
    expect(again).toMatchObject({ status: 202, body: first.body })
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(await payoutsOf(used.tenant, 'again')).toHaveLength(1)
    expectError(await withdraw(used.tenant, 'again', 11, 'again'), 409, 'idempotency_conflict')
  })

  test('knows its path by what it says, however a client has written it', async () => {
    await accountWith(used.tenant, 'o@o', 100)
    const first = await withdraw(used.tenant, 'o@o', 10, 'spelled')
    for (const written of ['o%40o', '%6F@o', '%6f%40%6f']) {
      const again = await withdraw(used.tenant, written, 10, 'spelled')
      expect(again).toMatchObject({ status: 202, body: first.body })
      expect(again.headers.get('idempotency-replayed')).toBe('true')
    }
    expect(await payoutsOf(used.tenant, 'o@o')).toHaveLength(1)
  })

  test('keeps a refusal, too, but not what was wrongly written', async () => {
    await openAccount(used.tenant, 'later')
    expectReasons(await withdraw(used.tenant, 'later', 50, 'later'), 'no_profit', 'insufficient_withdrawable_balance')
    await gain(used.tenant, 'later', 100)
    const kept = await withdraw(used.tenant, 'later', 50, 'later')
    expect(kept).toMatchObject({ status: 400, body: { error: 'no_profit' } })
    expectWrong(await withdraw(used.tenant, 'later', '50', 'other'), 'grossAmount')
    expect((await withdraw(used.tenant, 'later', 50, 'other')).status).toBe(202)
  })
})

test.each([undefined, ...wrong.amount.filter((value) => value !== 1e-5 && value !== 0.001), -1e-2, 0.005])(
  'an amount of %j is wrong',
  async (value) => {
    expectWrong(await withdraw(used.tenant, 'asker', value), 'grossAmount')
  },
)

test('a body is needed', async () => {
  const { api } = used.tenant
  expectWrong(await api.post('/v1/users/asker/withdraw', undefined, { 'x-idempotency-key': 'no body' }), 'body')
  expectWrong(await api.post('/v1/users/asker/withdraw', [10], { 'x-idempotency-key': 'no body' }), 'body')
})

testAccess(used, operation)
testPath(used, operation)
testBody(used, operation)
