import { describe, test } from 'vitest'
import {
  accepted,
  account,
  asked,
  at,
  balance,
  bet,
  blockedBy,
  cancelled,
  challenge,
  confirmed,
  declined,
  eur,
  funded,
  gained,
  given,
  holds,
  lost,
  type Move,
  moves,
  paid,
  passedChallenge,
  payout,
  payoutRefused,
  pct,
  placeBet,
  refused,
  rejected,
  says,
  tells,
  tellsNothing,
  tenant,
  utc,
  withdraw,
  withdrawable,
} from '../../../test/helpers/given.ts'

const automatic = tenant({ payoutReview: 'automatic' })
const half = { profitSplitPercent: pct(50) }

describe('Rules 10.3: a request', () => {
  const rich = [account(), ...gained('b1', eur(60))]

  test('holds its gross amount and waits for the operator', () =>
    given(...rich)
      .when(withdraw(eur(50.01)))
      .then(
        payout({
          status: 'pending',
          number: 1,
          grossAmount: eur(50.01),
          userShare: eur(40),
          operatorShare: eur(10.01),
          profitSplitPercent: pct(80),
          ownStakeReturned: eur(20),
          accountClosed: false,
          balanceAfter: null,
          mandatory: false,
          requestedAt: utc('12:00'),
          decidedAt: null,
          decidedBy: null,
          reason: null,
        }),
        tells('PayoutRequested'),
        moves(['available', 'held', eur(50.01)]),
        holds(eur(109.99), eur(0), eur(50.01)),
        balance(eur(160)),
        blockedBy('payout_pending'),
      ))

  test('is made at once where the operator reviews nothing', () =>
    given(automatic, ...rich)
      .when(withdraw(eur(50.01)))
      .then(
        payout({ status: 'executed', decidedBy: 'system', decidedAt: utc('12:00'), balanceAfter: eur(109.99) }),
        tells('PayoutRequested', 'PayoutExecuted'),
        moves(
          ['available', 'held', eur(50.01)],
          ['held', 'player', eur(40)],
          ['held', 'house', eur(10.01)],
          ['stake_held', 'player', eur(20)],
        ),
        holds(eur(109.99), eur(0), eur(0)),
      ))

  test('stops all bets until it is decided', () => {
    given(...rich, asked(eur(10)))
      .when(placeBet('b2', eur(1)))
      .then(rejected('b2', 'payout_pending'))
    for (const decision of [confirmed, declined]) {
      given(...rich, asked(eur(10)), decision)
        .when(placeBet('b2', eur(1)))
        .then(accepted('b2'))
    }
  })

  test.each<readonly [what: string, before: readonly Move[]]>([
    ['nothing bought', []],
    ['a challenge', [challenge()]],
    ['a choice pending', [passedChallenge()]],
    ['a cancelled challenge', [challenge(), cancelled]],
  ])('with %s finds no account', (_what, before) =>
    given(...before)
      .when(withdraw(eur(1)))
      .then(refused('not_found'), says('The user has no active funded account'), tellsNothing),
  )
})

describe('Rules 10.4: what stands in the way', () => {
  const rich = (payouts: Parameters<typeof account>[0] = {}) => [account(payouts), ...gained('b1', eur(60))]

  test('10.4.1: another request that waits', () =>
    given(...rich(), asked(eur(10)))
      .when(withdraw(eur(10)))
      .then(payoutRefused('payout_pending')))

  test('10.4.5: the gap after the last payout, to the millisecond', () => {
    const paused = [...rich({ fundedPayoutIntervalDays: 7 }), ...paid(eur(10))]
    given(...paused, at('2026-03-09 11:59:59.999'))
      .when(withdraw(eur(10)))
      .then(payoutRefused('payout_interval'), blockedBy('payout_interval'))
    given(...paused, at('2026-03-09 12:00'))
      .when(withdraw(eur(10)))
      .then(payout({ number: 2 }))
  })

  test('10.4.5: a rejected payout starts no gap', () =>
    given(...rich({ fundedPayoutIntervalDays: 7 }), asked(eur(10)), declined)
      .when(withdraw(eur(10)))
      .then(payout({ number: 1 })))

  test('10.4.6: no profit, while open bets hold what there is', () => {
    const betting = [account(), ...gained('b1', eur(10))]
    given(...betting, accepted(bet('b2', eur(9.98))))
      .when(withdraw(eur(0.02)))
      .then(payout({ userShare: eur(0.01) }))
    given(...betting, accepted(bet('b2', eur(10))))
      .when(withdraw(eur(0.02)))
      .then(payoutRefused('no_profit', 'insufficient_withdrawable_balance'), blockedBy('no_profit'))
  })

  test('10.4.7: open bets hold up the last payout, and no other', () => {
    given(...rich({ fundedMaxPayouts: 2 }), accepted(bet('b2', eur(1))))
      .when(withdraw(eur(10)))
      .then(payout({ number: 1 }))
    given(...rich({ fundedMaxPayouts: 1 }), accepted(bet('b2', eur(1))))
      .when(withdraw(eur(10)))
      .then(payoutRefused('open_bets'), blockedBy('open_bets'))
    given(...rich({ fundedMaxPayouts: 1 }), accepted(bet('b2', eur(1))), lost('b2'))
      .when(withdraw(eur(10)))
      .then(payout({ grossAmount: eur(59) }))
  })

  test('10.4.8: an amount of nothing, or one whose share is less than a cent', () => {
    given(...rich(half))
      .when(withdraw(eur(0)))
      .then(payoutRefused('invalid_amount'))
    given(...rich(half))
      .when(withdraw(eur(0.01)))
      .then(payoutRefused('invalid_amount'))
    given(...rich(half))
      .when(withdraw(eur(0.02)))
      .then(payout({ userShare: eur(0.01), operatorShare: eur(0.01) }))
  })

  test("10.4.8: a profit of which no whole cent is the player's", () =>
    given(account(half), ...gained('b1', eur(0.01)))
      .when()
      .then(blockedBy('invalid_amount')))

  test('10.4.9: a cent more than there is', () => {
    given(...rich())
      .when(withdraw(eur(60.01)))
      .then(payoutRefused('insufficient_withdrawable_balance'))
    given(...rich())
      .when(withdraw(eur(60)))
      .then(payout({ grossAmount: eur(60) }))
  })

  test('10.4.9: is judged by what could be had, whatever else stands in the way', () =>
    given(...rich({ fundedPayoutIntervalDays: 7 }), ...paid(eur(10)))
      .when(withdraw(eur(50.01)), withdraw(eur(50)))
      .then(payoutRefused('payout_interval')))

  test('10.4.10: a share below the minimum', () => {
    given(...rich({ fundedMinPayout: eur(8) }))
      .when(withdraw(eur(9.99)))
      .then(payoutRefused('below_min_payout'), withdrawable(eur(48), eur(60)))
    given(...rich({ fundedMinPayout: eur(8) }))
      .when(withdraw(eur(10)))
      .then(payout({ userShare: eur(8) }))
    given(account({ fundedMinPayout: eur(8) }), ...gained('b1', eur(9.99)))
      .when()
      .then(blockedBy('below_min_payout'))
  })

  test('10.4.10: is waived where the caps leave less than that for good', () => {
    const capped = { fundedMinPayout: eur(8), fundedTotalPayoutCap: eur(15) }
    given(...rich(capped), ...paid(eur(10)))
      .when(withdraw(eur(1)))
      .then(payout({ userShare: eur(0.8) }))
    given(...rich({ ...capped, fundedTotalPayoutCap: eur(16) }), ...paid(eur(10)))
      .when(withdraw(eur(1)))
      .then(payoutRefused('below_min_payout'))
  })

  test('all reasons at once, in their order', () =>
    given(
      account({ fundedPayoutIntervalDays: 7, fundedMaxPayouts: 2, fundedMinPayout: eur(8) }),
      ...gained('b1', eur(10)),
      ...paid(eur(10)),
      accepted(bet('b2', eur(1))),
    )
      .when(withdraw(eur(5)))
      .then(
        payoutRefused(
          'payout_interval',
          'no_profit',
          'open_bets',
          'insufficient_withdrawable_balance',
          'below_min_payout',
        ),
        blockedBy('payout_interval', 'no_profit', 'open_bets', 'below_min_payout'),
      ))
})

describe('Rules 10.7: the last payout', () => {
  const once = { fundedMaxPayouts: 1 }

  test('takes the whole profit, however little was asked for', () =>
    given(account(once), ...gained('b1', eur(60)))
      .when(withdraw(eur(0.01)))
      .then(payout({ grossAmount: eur(60), userShare: eur(48), operatorShare: eur(12) })))

  test('takes it where nothing was asked for, too', () =>
    given(account(once), ...gained('b1', eur(60)))
      .when(withdraw(eur(0)))
      .then(payout({ grossAmount: eur(60) })))

  test('refuses more than the whole profit', () =>
    given(account(once), ...gained('b1', eur(60)))
      .when(withdraw(eur(60.01)))
      .then(payoutRefused('insufficient_withdrawable_balance')))

  test('gives the operator what the caps take from the share', () =>
    given(account({ ...once, fundedPerPayoutCap: eur(10) }), ...gained('b1', eur(60)))
      .when(withdraw(eur(1)))
      .then(payout({ grossAmount: eur(60), userShare: eur(10), operatorShare: eur(50) })))

  test('asked for to the cent is bounded by the caps, too', () =>
    given(account({ ...once, fundedPerPayoutCap: eur(10) }), ...gained('b1', eur(60)))
      .when(withdraw(eur(60)))
      .then(payout({ grossAmount: eur(60), userShare: eur(10) })))

  test('is the one that the number says, counted in executed payouts', () =>
    given(account({ fundedMaxPayouts: 2 }), ...gained('b1', eur(60)), asked(eur(10)), declined, ...paid(eur(10)))
      .when(withdraw(eur(10)))
      .then(payout({ number: 2, grossAmount: eur(50) })))
})

describe('Rules 10.12: a payout that is made at once', () => {
  const slices = { ...half, fundedPerPayoutCap: eur(10), fundedMandatoryPayoutPercent: pct(150) }

  test('arms the threshold again where it leaves the balance below', () =>
    given(automatic, account(slices), ...gained('b1', eur(80)), accepted(bet('b2', eur(1), { odds: 21 })))
      .when(withdraw(eur(20)))
      .then(tells('PayoutRequested', 'PayoutExecuted', 'MandatoryPayoutArmed'), funded({ mandatoryArmed: true })))
})
