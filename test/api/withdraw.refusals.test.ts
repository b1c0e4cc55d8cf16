import { describe, expect, test } from 'vitest'
import { advance, lose, place, win } from '../helpers/bets.ts'
import { expectError } from '../helpers/expect-error.ts'
import {
  accountWith,
  confirm,
  expectReasons,
  openAccount,
  paidOut,
  payoutStateOf,
  pendingPayout,
  withdraw,
} from '../helpers/payouts.ts'
import { buy, buyAndPass } from '../helpers/service.ts'
import { useService } from '../helpers/use-service.ts'

// Why a request is refused. What is refused while a payout waits or at the last one is in withdraw.test.ts, too.

const used = useService()

describe('a request is refused', () => {
  test('while another one awaits the operator', async () => {
    await accountWith(used.tenant, 'twice', 100)
    await pendingPayout(used.tenant, 'twice', 10)
    expectReasons(await withdraw(used.tenant, 'twice', 10), 'payout_pending')
  })

  test('before the gap after the payout before has passed, and not after', async () => {
    const tenant = await used.service.seed()
    await accountWith(tenant, 'patient', 100, { fundedPayoutIntervalDays: 3 })
    const first = await pendingPayout(tenant, 'patient', 10)
    await advance(tenant, '2026-03-03T12:00:00Z')
    await confirm(tenant, first.id)
    expectReasons(await withdraw(tenant, 'patient', 10), 'payout_interval')
    await advance(tenant, '2026-03-06T11:59:59.999Z')
    expectReasons(await withdraw(tenant, 'patient', 10), 'payout_interval')
    await advance(tenant, '2026-03-06T12:00:00Z')
    expect((await withdraw(tenant, 'patient', 10)).status).toBe(202)
  })

  test('without a profit above the funded amount', async () => {
    await openAccount(used.tenant, 'even')
    expectReasons(await withdraw(used.tenant, 'even', 10), 'no_profit', 'insufficient_withdrawable_balance')
    expectReasons(await withdraw(used.tenant, 'even', 0), 'no_profit', 'invalid_amount')
  })

  test('above the profit', async () => {
    await accountWith(used.tenant, 'greedy', 100)
    expectReasons(await withdraw(used.tenant, 'greedy', 100.01), 'insufficient_withdrawable_balance')
    expect((await withdraw(used.tenant, 'greedy', 100)).status).toBe(202)
  })

  test('above what the cap of a payout allows', async () => {
    await accountWith(used.tenant, 'capped', 100, { fundedPerPayoutCap: 33.33 })
    // 41.66 gives 33.328, rounded down to 33.32.
    expect(await payoutStateOf(used.tenant, 'capped')).toMatchObject({
      withdrawableGross: 41.67,
      withdrawableNow: 33.33,
    })
    expectReasons(await withdraw(used.tenant, 'capped', 41.68), 'insufficient_withdrawable_balance')
    expect((await withdraw(used.tenant, 'capped', 41.67)).body.payout).toMatchObject({ userShare: 33.33 })
  })

  test('with a share below the minimum', async () => {
    await accountWith(used.tenant, 'small', 100, { fundedMinPayout: 40 })
    expectReasons(await withdraw(used.tenant, 'small', 49.99), 'below_min_payout')
    expect((await withdraw(used.tenant, 'small', 50)).status).toBe(202)
  })

  test.each([0, 0.004, -0.004, 1e-7, 0.01])('for %d, which comes to no cent for the player', async (amount) => {
    const userId = `nothing${amount}`
    await accountWith(used.tenant, userId, 100)
    expectReasons(await withdraw(used.tenant, userId, amount), 'invalid_amount')
  })

  test('once the lifetime cap leaves nothing', async () => {
    // 0.01 % of 50.00 is half a cent, rounded down to none.
    const rules = { fundedAccountBalance: 50, fundedPayoutCapPercent: 0.01 }
    await openAccount(used.tenant, 'spent', rules)
    await place(used.tenant, 'spent', 'spent-a', { stakeAmount: 10, odds: 5 })
    await win(used.tenant, 'spent', 'spent-a', 20)
    expectReasons(await withdraw(used.tenant, 'spent', 10), 'payout_cap_reached', 'insufficient_withdrawable_balance')
  })

  test('while a bet is open, if it is the last one', async () => {
    await accountWith(used.tenant, 'last', 100, { fundedMaxPayouts: 1 })
    await place(used.tenant, 'last', 'last-open')
    expectReasons(await withdraw(used.tenant, 'last', 75), 'open_bets')
    await lose(used.tenant, 'last', 'last-open')
    expect((await withdraw(used.tenant, 'last', 75)).status).toBe(202)
  })

  test('after the deadline for the first one, once with that reason and then as without an account', async () => {
    const tenant = await used.service.seed()
    await accountWith(tenant, 'late', 100, { fundedFirstPayoutDays: 3 })
    await advance(tenant, '2026-03-05T12:00:00Z')
    expectReasons(await withdraw(tenant, 'late', 10), 'first_payout_deadline')
    expectError(await withdraw(tenant, 'late', 10), 404, 'not_found')
  })

  test('for every reason that applies, in their order', async () => {
    const rules = { fundedPayoutIntervalDays: 3, fundedMaxPayouts: 2, fundedMinPayout: 8 }
    await accountWith(used.tenant, 'blocked', 100, rules)
    await paidOut(used.tenant, 'blocked', 100)
    await place(used.tenant, 'blocked', 'blocked-open')
    expectReasons(
      await withdraw(used.tenant, 'blocked', 5),
      'payout_interval',
      'no_profit',
      'open_bets',
      'insufficient_withdrawable_balance',
      'below_min_payout',
    )
  })

  test('without a funded account', async () => {
    expectError(await withdraw(used.tenant, 'stranger', 10), 404, 'not_found')
    await buy(used.tenant, 'challenger')
    expectError(await withdraw(used.tenant, 'challenger', 10), 404, 'not_found')
    await buyAndPass(used.tenant, 'chooser')
    expectError(await withdraw(used.tenant, 'chooser', 10), 404, 'not_found')
    const other = await used.service.seed()
    await accountWith(used.tenant, 'ours', 100)
    expectError(await withdraw(other, 'ours', 10), 404, 'not_found')
  })
})
