import { describe, expect, test } from 'vitest'
import {
  accepted,
  account,
  asked,
  at,
  BEN,
  bet,
  by,
  confirmed,
  declined,
  endedAs,
  eur,
  event,
  flags,
  fundedAccount,
  fundedStakeRefunded,
  gained,
  given,
  holds,
  lost,
  moves,
  paid,
  payout,
  payoutState,
  pct,
  purchase,
  refused,
  says,
  squandered,
  status,
  tells,
  tellsNothing,
  tenant,
  utc,
  voided,
  withdraw,
} from '../../../test/helpers/given.ts'
import { decide } from '../decide.ts'
import type { EventId } from '../ids.ts'

const rich = (payouts: Parameters<typeof account>[0] = {}) => [account(payouts), ...gained('b1', eur(60))]

describe('Rules 10.8, 10.9: confirming', () => {
  test("pays the share and, the first time, the own stake; the rest is the operator's", () =>
    given(...rich(), asked(eur(50.01)), at('13:00'))
      .when(confirmed)
      .then(
        payout({
          status: 'executed',
          balanceAfter: eur(109.99),
          ownStakeReturned: eur(20),
          accountClosed: false,
          requestedAt: utc('12:00'),
          decidedAt: utc('13:00'),
          decidedBy: 'olga',
        }),
        moves(['held', 'player', eur(40)], ['held', 'house', eur(10.01)], ['stake_held', 'player', eur(20)]),
        holds(eur(109.99), eur(0), eur(0)),
        payoutState({ canRequest: true }),
      ))

  test('returns the own stake once', () =>
    given(...rich(), ...paid(eur(10)))
      .when(...paid(eur(10)))
      .then(
        payout({ number: 2, ownStakeReturned: eur(0) }),
        moves(['available', 'held', eur(10)], ['held', 'player', eur(8)], ['held', 'house', eur(2)]),
      ))

  test("a second time, of another player's or after a rejection finds nothing to decide", () => {
    for (const before of [confirmed, declined]) {
      for (const again of [confirmed, declined]) {
        given(...rich(), asked(eur(10)), before)
          .when(again)
          .then(refused('not_found'), says('No payout with this id awaits a decision'), tellsNothing)
      }
    }
    given(...rich(), asked(eur(10)))
      .when(by(BEN, confirmed))
      .then(refused('not_found'), tellsNothing)
    given().when(confirmed).then(refused('not_found'))
  })

  test('pays as asked while the profit still covers it, be it to the cent', () =>
    given(account(), ...gained('b1', eur(10)), ...gained('b2', eur(50)), asked(eur(50)), voided('b1'))
      .when(confirmed)
      .then(payout({ status: 'executed', grossAmount: eur(50) })))

  test('updates a request that the profit no longer covers, and asks again', () => {
    const shrunk = [account(), ...gained('b1', eur(10)), ...gained('b2', eur(50)), asked(eur(50.01)), voided('b1')]
    given(...shrunk)
      .when(confirmed)
      .then(
        refused('payout_amount_changed'),
        tells('PayoutResized'),
        moves(['held', 'available', eur(0.01)]),
        holds(eur(100), eur(0), eur(50)),
        payoutState({
          pendingPayout: expect.objectContaining({ grossAmount: eur(50), userShare: eur(40), operatorShare: eur(10) }),
        }),
      )
    given(...shrunk, confirmed)
      .when(confirmed)
      .then(payout({ status: 'executed', grossAmount: eur(50) }))
  })

  test('rejects a request of which no profit is left', () =>
    given(...rich(), asked(eur(50)), voided('b1'))
      .when(confirmed)
      .then(
        payout({ status: 'rejected', decidedBy: 'system', reason: 'no_profit' }),
        moves(['held', 'available', eur(50)]),
        holds(eur(100), eur(0), eur(0)),
      ))

  test('updates a last payout up as well as down', () => {
    const last = rich({ fundedMaxPayouts: 1 })
    given(...last, ...squandered('b2', eur(10)), asked(eur(1)), voided('b2'))
      .when(confirmed)
      .then(refused('payout_amount_changed'), moves(['available', 'held', eur(10)]), holds(eur(100), eur(0), eur(60)))
    given(...last, ...gained('b2', eur(5)), asked(eur(1)), voided('b2'))
      .when(confirmed)
      .then(refused('payout_amount_changed'), moves(['held', 'available', eur(5)]), holds(eur(100), eur(0), eur(60)))
  })

  test('updates a last payout whose share the cap keeps, for its gross amount is another', () =>
    given(
      ...rich({ fundedMaxPayouts: 1, fundedPerPayoutCap: eur(10) }),
      ...gained('b2', eur(5)),
      asked(eur(1)),
      voided('b2'),
    )
      .when(confirmed)
      .then(refused('payout_amount_changed'), moves(['held', 'available', eur(5)]), holds(eur(100), eur(0), eur(60))))

  test('leaves a payout that is not the last as it was asked when the profit grows', () =>
    given(...rich(), ...squandered('b2', eur(10)), asked(eur(50)), voided('b2'))
      .when(confirmed)
      .then(payout({ status: 'executed', grossAmount: eur(50) })))

  test('waits with a last payout for open bets', () =>
    given(...rich({ fundedMaxPayouts: 1 }), asked(eur(1)))
      .when()
      .then(({ world }) => {
        const player = world.stored()
        const { program } = player
        if (program?.kind !== 'funded' || program.pendingPayout === null) throw new Error('no payout waits')
        // No command leads here yet: bets are refused while a payout waits, and it waits for open ones.
        const withBet = { ...player, program: { ...program, betsOpen: 1 } }
        const id = '00000000-0000-7000-8000-ffff00000000' as EventId
        const { answer, events } = decide(
          withBet,
          { type: 'ConfirmPayout', id, payoutId: program.pendingPayout.id, actor: 'olga' },
          world.now,
        )
        expect(answer).toMatchObject({ kind: 'refused', code: 'open_bets' })
        expect(events).toEqual([])
      }))
})

describe('Rules 10.10: rejecting', () => {
  test('frees the amount and tells why', () =>
    given(...rich(), asked(eur(50)), at('13:00'))
      .when(declined)
      .then(
        payout({ status: 'rejected', decidedBy: 'olga', reason: 'documents', decidedAt: utc('13:00') }),
        tells('PayoutRejected'),
        moves(['held', 'available', eur(50)]),
        holds(eur(160), eur(0), eur(0)),
        payoutState({ canRequest: true, pendingPayout: null }),
      ))

  test('leaves the own stake for the next one to return', () =>
    given(...rich(), asked(eur(50)), declined)
      .when(...paid(eur(10)))
      .then(payout({ number: 1, ownStakeReturned: eur(20) })))
})

describe('Rules 10.11: the payout that closes the account', () => {
  test('the last by number', () =>
    given(...rich({ fundedMaxPayouts: 1 }), asked(eur(1)), at('13:00'))
      .when(confirmed)
      .then(
        payout({ accountClosed: true, balanceAfter: eur(100), ownStakeReturned: eur(20) }),
        tells('PayoutExecuted', 'FundedAccountClosed'),
        moves(
          ['held', 'player', eur(48)],
          ['held', 'house', eur(12)],
          ['stake_held', 'player', eur(20)],
          ['available', 'house', eur(100)],
        ),
        endedAs('closed', 'max_payouts_reached', '13:00'),
      ))

  test('forfeits no own stake: the payout has given it back', () =>
    given(...rich({ fundedMaxPayouts: 1 }), asked(eur(1)))
      .when(confirmed)
      .then(
        event('FundedAccountClosed', {
          closing: { finalBalance: eur(100), released: eur(0), swept: eur(100), ownStake: eur(0), ownStakeGoes: 'on' },
        }),
      ))

  test('the one that fills the cap for life, open bets or not', () => {
    const capped = [...rich({ fundedTotalPayoutCap: eur(20) }), accepted(bet('b2', eur(15)))]
    given(...capped)
      .when(...paid(eur(24.99)))
      .then(payout({ userShare: eur(19.99), accountClosed: false }), status('active'))
    given(...capped)
      .when(...paid(eur(25)))
      .then(
        payout({ userShare: eur(20), accountClosed: true, balanceAfter: eur(135) }),
        endedAs('closed', 'payout_cap_reached', '12:00'),
        event('FundedAccountClosed', {
          closing: expect.objectContaining({ finalBalance: eur(135), released: eur(15) }),
        }),
      )
  })

  test('the last by number that fills the cap as well is the last by number', () =>
    given(...rich({ fundedMaxPayouts: 1, fundedTotalPayoutCap: eur(10) }))
      .when(...paid(eur(1)))
      .then(endedAs('closed', 'max_payouts_reached', '12:00')))

  test('ends a cooldown with the account', () =>
    given(
      fundedAccount(eur(100), { dailyDrawdownPercent: pct(10), cooldownHours: 24 }, { fundedMaxPayouts: 1 }),
      ...gained('b1', eur(60)),
      ...squandered('b2', eur(10)),
      asked(eur(1)),
    )
      .when(confirmed)
      .then(tells('PayoutExecuted', 'CooldownLifted', 'FundedAccountClosed')))

  test('with an automatic review closes at once', () =>
    given(tenant({ payoutReview: 'automatic' }), ...rich({ fundedMaxPayouts: 1 }))
      .when(withdraw(eur(1)))
      .then(payout({ status: 'executed', accountClosed: true }), status('closed')))

  test('lets the player buy at once and moves nothing any more', () => {
    const closed = [...rich({ fundedTotalPayoutCap: eur(20) }), accepted(bet('b2', eur(15))), ...paid(eur(25))]
    given(...closed)
      .when(lost('b2'))
      .then(moves(), tells('BetFlagged'))
    given(...closed)
      .when(withdraw(eur(1)))
      .then(refused('not_found'))
    given(...closed)
      .when(fundedStakeRefunded)
      .then(refused('not_found'))
    given(...closed)
      .when(purchase())
      .then(tells('ChallengePurchased'))
  })
})

describe('Rules 4.13: a void after a payout', () => {
  const before = [account(), ...gained('b1', eur(20)), ...gained('b2', eur(10)), ...paid(eur(10))]

  test('opens a flag where it leaves less than the funded amount', () =>
    given(...before)
      .when(voided('b1'), voided('b2'))
      .then(
        flags('void_after_payout'),
        event('FlagOpened', {
          description: 'voided of bet b2 leaves less than the funded amount after a payout',
        }),
      ))

  test('opens none where it does not, or nothing was paid', () => {
    given(...before)
      .when(voided('b1'))
      .then(flags())
    given(account(), ...gained('b1', eur(20)), ...squandered('b2', eur(10)))
      .when(voided('b1'))
      .then(flags())
  })
})
