import { describe, expect, test } from 'vitest'
import {
  accepted,
  account,
  asked,
  bet,
  blockedBy,
  declined,
  eur,
  fundedAccount,
  gained,
  given,
  type Move,
  paid,
  payout,
  payoutRefused,
  payoutState,
  pct,
  squandered,
  utc,
  World,
  withdraw,
  withdrawable,
} from '../../../test/helpers/given.ts'
import type { Blocker } from './blocker.ts'
import { payoutStateOf } from './payout-state.ts'

const half = { profitSplitPercent: pct(50) }

describe('Rules 10.2: gross profit', () => {
  test.each<readonly [what: string, before: readonly Move[], profit: number]>([
    ['nothing at the start', [account()], 0],
    ['nothing below the funded amount', [account(), ...squandered('b1', eur(10))], 0],
    ['what stands above it', [account(), ...gained('b1', eur(60))], 60],
    ['less the stakes of open bets', [account(), ...gained('b1', eur(60)), accepted(bet('b2', eur(15)))], 45],
    ['and with the amount that a pending payout holds', [account(), ...gained('b1', eur(60)), asked(eur(20))], 60],
    ['less what was paid', [account(), ...gained('b1', eur(60)), ...paid(eur(20))], 40],
  ])('%s', (_what, before, profit) =>
    given(...before)
      .when()
      .then(payoutState({ unblocked: expect.objectContaining({ grossProfit: eur(profit) }) })),
  )

  test('the share of it is rounded down, so that slices never pay more than the whole', () =>
    given(account(half), ...gained('b1', eur(0.99)))
      .when()
      .then(withdrawable(eur(0.49), eur(0.99))))
})

describe('Rules 10.5, 10.6: the caps', () => {
  const capped = (payouts: Parameters<typeof account>[0], ...then: readonly Move[]) =>
    given(account(payouts), ...gained('b1', eur(60)), ...then).when()

  test('a cap per payout takes the smallest gross amount whose share fills it', () => {
    capped({ fundedPerPayoutCap: eur(10) }).then(withdrawable(eur(10), eur(12.5)))
    capped({ profitSplitPercent: pct(33.33), fundedPerPayoutCap: eur(10) }).then(withdrawable(eur(10), eur(30.01)))
    capped({ fundedPerPayoutCap: eur(48) }).then(withdrawable(eur(48), eur(60)))
    capped({ fundedPerPayoutCap: eur(48.01) }).then(withdrawable(eur(48), eur(60)))
  })

  test('a cap that the rounded share meets exactly leaves the whole profit', () =>
    given(account({ ...half, fundedPerPayoutCap: eur(0.49) }), ...gained('b1', eur(0.99)))
      .when()
      .then(withdrawable(eur(0.49), eur(0.99))))

  test('a cap for life counts the shares paid before', () => {
    capped({ fundedTotalPayoutCap: eur(20) }).then(withdrawable(eur(20), eur(25)))
    capped({ fundedTotalPayoutCap: eur(20) }, ...paid(eur(10))).then(withdrawable(eur(12), eur(15)))
    capped({ fundedTotalPayoutCap: eur(20) }, asked(eur(10)), declined).then(withdrawable(eur(20), eur(25)))
  })

  test('a cap in percent is one of the funded amount, down to the cent', () => {
    capped({ fundedPayoutCapPercent: pct(20) }).then(withdrawable(eur(20), eur(25)))
    given(fundedAccount(eur(99.99), {}, { fundedPayoutCapPercent: pct(10) }), ...gained('b1', eur(60)))
      .when()
      .then(payoutState({ lifetimeCap: eur(9.99) }), withdrawable(eur(9.99), eur(12.49)))
  })

  test('of two caps for life the lower counts, and of all three', () => {
    capped({ fundedTotalPayoutCap: eur(20), fundedPayoutCapPercent: pct(19) }).then(
      payoutState({ lifetimeCap: eur(19) }),
    )
    capped({ fundedTotalPayoutCap: eur(19), fundedPayoutCapPercent: pct(20) }).then(
      payoutState({ lifetimeCap: eur(19) }),
    )
    capped({ fundedTotalPayoutCap: eur(19), fundedPerPayoutCap: eur(10) }).then(withdrawable(eur(10), eur(12.5)))
    capped({ fundedTotalPayoutCap: eur(10), fundedPerPayoutCap: eur(19) }).then(withdrawable(eur(10), eur(12.5)))
  })

  test('a cent above the gross amount that fills the cap is refused', () => {
    const before = [account({ fundedPerPayoutCap: eur(10) }), ...gained('b1', eur(60))]
    given(...before)
      .when(withdraw(eur(12.5)))
      .then(payout({ userShare: eur(10), operatorShare: eur(2.5) }))
    given(...before)
      .when(withdraw(eur(12.51)))
      .then(payoutRefused('insufficient_withdrawable_balance'))
  })
})

describe('Rules 10.4: the payout state', () => {
  test('counts what is left', () =>
    given(account({ fundedMaxPayouts: 3, fundedPayoutIntervalDays: 2 }), ...gained('b1', eur(60)), ...paid(eur(10)))
      .when()
      .then(
        blockedBy('payout_interval'),
        payoutState({ payoutsRemaining: 2, nextPayoutAt: utc('2026-03-04 12:00'), mandatoryPayoutThreshold: null }),
      ))

  test('knows no number, gap or threshold where the tier sets none', () =>
    given(account())
      .when()
      .then(
        blockedBy('no_profit'),
        payoutState({ payoutsRemaining: null, nextPayoutAt: null, lifetimeCap: null, pendingPayout: null }),
      ))

  test('knows no next payout before the first one, nor where the tier sets no gap', () => {
    given(account({ fundedPayoutIntervalDays: 2 }), ...gained('b1', eur(60)))
      .when()
      .then(payoutState({ nextPayoutAt: null }))
    given(account(), ...gained('b1', eur(60)), ...paid(eur(10)))
      .when()
      .then(payoutState({ nextPayoutAt: null, canRequest: true }))
  })

  test('rounds the threshold up to the first cent that reaches it', () =>
    given(fundedAccount(eur(100.01), {}, { fundedMandatoryPayoutPercent: pct(150) }))
      .when()
      .then(payoutState({ mandatoryPayoutThreshold: eur(150.02) })))
})

describe('Rules 10.4.2, 10.4.3: what the end of an account forestalls is still a reason', () => {
  const opened = (payouts: Parameters<typeof account>[0]) => {
    const world = new World()
    for (const move of [account(payouts), ...gained('b1', eur(60))]) move(world)
    const { program } = world.stored()
    if (program?.kind !== 'funded') throw new Error('no account is open')
    return program
  }

  test('a deadline that nobody has noticed yet, from its very moment on', () => {
    const missed = opened({ fundedFirstPayoutDays: 3 })
    expect(payoutStateOf(missed, utc('2026-03-05 11:59:59.999')).reasons).toEqual([])
    expect(payoutStateOf(missed, utc('2026-03-05 12:00')).reasons).toEqual(['first_payout_deadline'])
  })

  test('a number of payouts that is used up', () => {
    const once = opened({ fundedMaxPayouts: 2 })
    const state = payoutStateOf({ ...once, payoutCount: 2 }, utc('12:00'))
    expect(state.reasons).toEqual(['max_payouts_reached'])
    expect(state.blockers).toEqual([{ code: 'max_payouts_reached', unblocksAt: null, need: 2, have: 2, unit: 'count' }])
    expect(state.payoutsRemaining).toBe(0)
  })
})

describe('Rules 10.4: a blocker says', () => {
  const nothing = { unblocksAt: null, need: null, have: null, unit: null }
  const rich = (payouts: Parameters<typeof account>[0]) => [account(payouts), ...gained('b1', eur(60))]

  test.each<readonly [what: string, before: readonly Move[], blocker: Blocker]>([
    ['nothing more where another request waits', [...rich({}), asked(eur(1))], { ...nothing, code: 'payout_pending' }],
    [
      'when the gap is over',
      [...rich({ fundedPayoutIntervalDays: 2 }), ...paid(eur(10))],
      { ...nothing, code: 'payout_interval', unblocksAt: utc('2026-03-04 12:00') },
    ],
    ['that it takes a cent of profit', [account()], { ...nothing, code: 'no_profit', need: 1, have: 0, unit: 'cents' }],
    [
      'how many bets are open',
      [...rich({ fundedMaxPayouts: 1 }), accepted(bet('b2', eur(1))), accepted(bet('b3', eur(1)))],
      { ...nothing, code: 'open_bets', need: 0, have: 2, unit: 'count' },
    ],
    [
      'that a cent is the least share',
      [account(half), ...gained('b1', eur(0.01))],
      { ...nothing, code: 'invalid_amount', need: 1, have: 0, unit: 'cents' },
    ],
    [
      'how large a share must be',
      [account({ fundedMinPayout: eur(8) }), ...gained('b1', eur(5))],
      { ...nothing, code: 'below_min_payout', need: 800, have: 400, unit: 'cents' },
    ],
    [
      'that a cap of less than a cent leaves nothing',
      [fundedAccount(eur(50), {}, { fundedPayoutCapPercent: pct(0.01) }), ...gained('b1', eur(60))],
      { ...nothing, code: 'payout_cap_reached', need: 1, have: 0, unit: 'cents' },
    ],
  ])('%s', (_what, before, blocker) =>
    given(...before)
      .when()
      .then(payoutState({ blockers: [blocker] })),
  )
})
