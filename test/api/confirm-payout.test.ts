import { describe, expect, test } from 'vitest'
import { confirmPayout } from '../../src/contract/operations/payouts.ts'
import { advance, flagsOf, lose, place, progressOf, voidBet, win } from '../helpers/bets.ts'
import { expectError } from '../helpers/expect-error.ts'
import {
  accountWith,
  confirm,
  gain,
  openAccount,
  payoutStateOf,
  payoutsOf,
  pendingPayout,
  reject,
  withdraw,
} from '../helpers/payouts.ts'
import { buy, type TestTenant } from '../helpers/service.ts'
import { NO_ID, testAccess, testPath, testReplay } from '../helpers/test-edge.ts'
import { useService } from '../helpers/use-service.ts'

const used = useService()

/** An account with a won bet that can still be voided, and another 50.00 of profit. */
async function doubtfulAccount(tenant: TestTenant, userId: string, rules: object = {}): Promise<void> {
  await accountWith(tenant, userId, 50, rules)
  await place(tenant, userId, `${userId}-doubtful`, { stakeAmount: 100 })
  await win(tenant, userId, `${userId}-doubtful`, 150)
}

describe('a confirm', () => {
  test('executes the payout: the share and, the first time, the own stake', async () => {
    await accountWith(used.tenant, 'payee', 100)
    const payout = await pendingPayout(used.tenant, 'payee', 50)
    const { status, body } = await confirm(used.tenant, payout.id)
    expect(status).toBe(200)
    expect(body.payout).toEqual({
      ...payout,
      status: 'executed',
      balanceAfter: 550,
      decidedAt: '2026-03-02T12:00:00.000Z',
      decidedBy: 'server_key',
    })
    expect(await progressOf(used.tenant, 'payee')).toMatchObject({
      currentBalance: 550,
      available: 550,
      payoutCount: 1,
      totalWithdrawn: 40,
      refundableOwnStake: 0,
    })
    const second = await pendingPayout(used.tenant, 'payee', 50)
    expect(second).toMatchObject({ number: 2, ownStakeReturned: 0, totalPaid: 40 })
    await confirm(used.tenant, second.id)
    expect(await progressOf(used.tenant, 'payee')).toMatchObject({ currentBalance: 500, totalWithdrawn: 80 })
  })

  test('of a user who is reset while it waits finds no payout any more', async () => {
    const { pool, figures } = used.service.app
    await accountWith(used.tenant, 'anew', 100)
    const { id } = await pendingPayout(used.tenant, 'anew', 50)
    const reset = await pool.connect()
    await reset.query('begin')
    await reset.query("select from players where user_id = 'anew' for update")
    const confirmed = confirm(used.tenant, id)
    await expect.poll(() => figures().depth).toBe(1)
    await reset.query("update players set user_id = null where user_id = 'anew'")
    await reset.query('commit')
    reset.release()
    expectError(await confirmed, 404, 'not_found')
  })

  test('is final: whatever comes after it is answered with the payout as it is', async () => {
    await accountWith(used.tenant, 'final', 100)
    const { id } = await pendingPayout(used.tenant, 'final', 50)
    const first = await confirm(used.tenant, id)
    const { correlationId: _, ...answer } = first.body
    expect(await confirm(used.tenant, id)).toMatchObject({ status: 200, body: answer })
    expect(await reject(used.tenant, id)).toMatchObject({ status: 200, body: answer })
    expect(await progressOf(used.tenant, 'final')).toMatchObject({ currentBalance: 550, payoutCount: 1 })
  })

  test('of a payout that was rejected changes nothing', async () => {
    await accountWith(used.tenant, 'rejected', 100)
    const { id } = await pendingPayout(used.tenant, 'rejected', 50)
    const rejected = await reject(used.tenant, id)
    expect((await confirm(used.tenant, id)).body.payout).toEqual(rejected.body.payout)
    expect(await progressOf(used.tenant, 'rejected')).toMatchObject({ currentBalance: 600, payoutCount: 0 })
  })

  test('may name the payout in capital letters', async () => {
    await accountWith(used.tenant, 'capitals', 100)
    const { id } = await pendingPayout(used.tenant, 'capitals', 50)
    expect((await confirm(used.tenant, id.toUpperCase())).body.payout).toMatchObject({ id, status: 'executed' })
  })

  test('comes as late as it likes: no deadline runs while a payout waits', async () => {
    const tenant = await used.service.seed()
    await accountWith(tenant, 'slow', 100, { fundedFirstPayoutDays: 3 })
    const { id } = await pendingPayout(tenant, 'slow', 50)
    await advance(tenant, '2026-05-01T00:00:00Z')
    expect((await confirm(tenant, id)).body.payout).toMatchObject({
      status: 'executed',
      requestedAt: '2026-03-02T12:00:00.000Z',
      decidedAt: '2026-05-01T00:00:00.000Z',
    })
    await advance(tenant, '2026-05-14T23:59:59.999Z')
    expect(await progressOf(tenant, 'slow')).toMatchObject({ type: 'funded_account' })
    await advance(tenant, '2026-05-15T00:00:00Z')
    expect(await progressOf(tenant, 'slow')).toMatchObject({ type: 'none' })
  })
})

describe('when the profit has changed meanwhile', () => {
  test('a payout that it no longer covers follows it, and waits for another confirm', async () => {
    await doubtfulAccount(used.tenant, 'shrunk')
    const { id } = await pendingPayout(used.tenant, 'shrunk', 80)
    await voidBet(used.tenant, 'shrunk', 'shrunk-doubtful')
    expectError(await confirm(used.tenant, id), 409, 'payout_amount_changed')
    const resized = { id, status: 'pending', grossAmount: 50, userShare: 40, operatorShare: 10, totalPaid: 60 }
    expect(await payoutsOf(used.tenant, 'shrunk')).toMatchObject([resized])
    expect(await payoutStateOf(used.tenant, 'shrunk')).toMatchObject({ pendingPayout: resized })
    expect(await progressOf(used.tenant, 'shrunk')).toMatchObject({ currentBalance: 550, available: 500 })
    expect((await confirm(used.tenant, id)).body.payout).toMatchObject({ ...resized, status: 'executed' })
  })

  test('a payout that it still covers is executed as asked', async () => {
    await doubtfulAccount(used.tenant, 'covered')
    const { id } = await pendingPayout(used.tenant, 'covered', 50)
    await voidBet(used.tenant, 'covered', 'covered-doubtful')
    expect((await confirm(used.tenant, id)).body.payout).toMatchObject({ status: 'executed', grossAmount: 50 })
  })

  test('a payout of which nothing is left is rejected', async () => {
    await openAccount(used.tenant, 'gone')
    await place(used.tenant, 'gone', 'gone-doubtful', { stakeAmount: 100 })
    await win(used.tenant, 'gone', 'gone-doubtful', 150)
    const { id } = await pendingPayout(used.tenant, 'gone', 50)
    await voidBet(used.tenant, 'gone', 'gone-doubtful')
    const { status, body } = await confirm(used.tenant, id)
    expect(status).toBe(200)
    expect(body.payout).toMatchObject({
      status: 'rejected',
      decidedBy: 'system',
      reason: 'no_profit',
      balanceAfter: null,
    })
    expect(await progressOf(used.tenant, 'gone')).toMatchObject({ currentBalance: 500, available: 500, payoutCount: 0 })
  })

  test('the last payout follows it upwards, too', async () => {
    await openAccount(used.tenant, 'grown', { fundedMaxPayouts: 1 })
    await place(used.tenant, 'grown', 'grown-lost', { stakeAmount: 30 })
    await lose(used.tenant, 'grown', 'grown-lost')
    await gain(used.tenant, 'grown', 100)
    const { id } = await pendingPayout(used.tenant, 'grown', 70)
    await voidBet(used.tenant, 'grown', 'grown-lost')
    expectError(await confirm(used.tenant, id), 409, 'payout_amount_changed')
    expect((await confirm(used.tenant, id)).body.payout).toMatchObject({
      status: 'executed',
      grossAmount: 100,
      userShare: 80,
      accountClosed: true,
      balanceAfter: 500,
    })
    expect((await buy(used.tenant, 'grown')).status).toBe(201)
  })

  test('a void after the payout opens a flag', async () => {
    const tenant = await used.service.seed()
    await doubtfulAccount(tenant, 'overpaid')
    await confirm(tenant, (await pendingPayout(tenant, 'overpaid', 100)).id)
    await voidBet(tenant, 'overpaid', 'overpaid-doubtful')
    expect(await progressOf(tenant, 'overpaid')).toMatchObject({ currentBalance: 450 })
    expect(await flagsOf(tenant)).toMatchObject([{ type: 'void_after_payout', userId: 'overpaid', status: 'open' }])
  })
})

test('a confirm may call for the next payout', async () => {
  await accountWith(used.tenant, 'richer', 90, { fundedMandatoryPayoutPercent: 120 })
  await place(used.tenant, 'richer', 'richer-open')
  const first = await pendingPayout(used.tenant, 'richer', 10)
  await win(used.tenant, 'richer', 'richer-open', 50)
  await confirm(used.tenant, first.id)
  expect(await payoutsOf(used.tenant, 'richer')).toMatchObject([
    { status: 'executed', mandatory: false, grossAmount: 10 },
    { status: 'pending', mandatory: true, number: 2, grossAmount: 105 },
  ])
})

describe('a payout that is not there', () => {
  test('is not found', async () => {
    expectError(await confirm(used.tenant, NO_ID), 404, 'not_found')
  })

  test('for another tenant is not there', async () => {
    await accountWith(used.tenant, 'ours', 100)
    const { id } = await pendingPayout(used.tenant, 'ours', 50)
    const other = await used.service.seed()
    expectError(await confirm(other, id), 404, 'not_found')
    expect(await payoutsOf(used.tenant, 'ours')).toMatchObject([{ status: 'pending' }])
  })
})

test('a confirm takes no body, and any is passed over', async () => {
  await accountWith(used.tenant, 'wordy', 100)
  const { body } = await withdraw(used.tenant, 'wordy', 50)
  const answer = await used.tenant.api.post(`/v1/admin/payouts/${body.payout.id}/confirm`, { grossAmount: 1 })
  expect(answer.body.payout).toMatchObject({ status: 'executed', grossAmount: 50 })
})

testAccess(used, confirmPayout)
testPath(used, confirmPayout)
testReplay(200, async () => {
  const tenant = await used.service.seed()
  await accountWith(tenant, 'again', 100)
  const { id } = await pendingPayout(tenant, 'again', 50)
  return { api: tenant.api, path: `/v1/admin/payouts/${id}/confirm`, body: {} }
})
