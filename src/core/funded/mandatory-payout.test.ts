import { describe, expect, test } from 'vitest'
import {
  accepted,
  account,
  asked,
  bet,
  confirmed,
  daysOn,
  declined,
  endedAs,
  eur,
  event,
  fundedAccount,
  gained,
  given,
  lost,
  payout,
  pct,
  placeBet,
  rejected,
  status,
  tells,
  tenant,
  voided,
  woken,
  won,
} from '../../../test/helpers/given.ts'

const at150 = { fundedMandatoryPayoutPercent: pct(150) }
const automatic = tenant({ payoutReview: 'automatic' })

describe('Rules 10.12: the mandatory payout', () => {
  test('is asked for when the virtual balance reaches the threshold', () => {
    given(account(at150), accepted(bet('b1', eur(50))))
      .when(won('b1', eur(99.99)))
      .then(tells('BetSettled'))
    given(account(at150), accepted(bet('b1', eur(50))))
      .when(won('b1', eur(100)))
      .then(
        tells('BetSettled', 'PayoutRequested'),
        event('PayoutRequested', {
          payout: expect.objectContaining({
            mandatory: true,
            status: 'pending',
            number: 1,
            grossAmount: eur(50),
            userShare: eur(40),
            ownStakeReturned: eur(20),
          }),
        }),
      )
  })

  test('looks at the balance without the stakes of open bets', () => {
    given(account(at150), accepted(bet('b1', eur(1))), accepted(bet('b2', eur(50))))
      .when(won('b2', eur(100)))
      .then(tells('BetSettled'))
    given(account(at150), accepted(bet('b1', eur(1))), accepted(bet('b2', eur(50))), won('b2', eur(100)))
      .when(voided('b1'))
      .then(tells('BetVoided', 'PayoutRequested'))
  })

  test('reaches a threshold between two cents at the upper one', () => {
    const odd = fundedAccount(eur(100.01), {}, at150)
    given(odd, accepted(bet('b1', eur(60))))
      .when(won('b1', eur(110)))
      .then(tells('BetSettled'))
    given(odd, accepted(bet('b1', eur(60))))
      .when(won('b1', eur(110.01)))
      .then(tells('BetSettled', 'PayoutRequested'))
  })

  test('is made at once where the operator reviews nothing, and arms itself again below the threshold', () =>
    given(automatic, account(at150), accepted(bet('b1', eur(50))))
      .when(won('b1', eur(100)), ...gained('b2', eur(50)))
      .then(
        tells(
          'BetSettled',
          'PayoutRequested',
          'PayoutExecuted',
          'MandatoryPayoutArmed',
          'BetAccepted',
          'BetSettled',
          'PayoutRequested',
          'PayoutExecuted',
          'MandatoryPayoutArmed',
        ),
      ))

  test('is asked for once a crossing: after a rejection, only when the balance has been below', () => {
    const declinedOnce = [account(at150), ...gained('b1', eur(50)), declined]
    given(...declinedOnce)
      .when(...gained('b2', eur(1)))
      .then(tells('BetAccepted', 'MandatoryPayoutArmed', 'BetSettled', 'PayoutRequested'))
    given(account(at150), ...gained('b1', eur(60)), declined)
      .when(...gained('b2', eur(1)))
      .then(tells('BetAccepted', 'BetSettled'))
  })

  test('is looked at after a decision: what was won while a payout waited crosses then', () => {
    const crossed = [account(at150), ...gained('b1', eur(40)), accepted(bet('b2', eur(20))), asked(eur(10))]
    given(...crossed, won('b2', eur(40)))
      .when(declined)
      .then(tells('PayoutRejected', 'PayoutRequested'))
    given(...crossed, won('b2', eur(40)))
      .when(confirmed)
      .then(tells('PayoutExecuted', 'PayoutRequested'), payout({ mandatory: false, status: 'executed' }))
    given(...crossed, won('b2', eur(39.99)))
      .when(confirmed)
      .then(tells('PayoutExecuted'))
  })

  test('ignores the gap and the minimum', () =>
    given(
      account({ ...at150, fundedPayoutIntervalDays: 7, fundedMinPayout: eur(45) }),
      ...gained('b0', eur(49.99)),
      ...gained('b1', eur(20)),
      confirmed,
    )
      .when(...gained('b2', eur(50)))
      .then(
        event('PayoutRequested', {
          payout: expect.objectContaining({ mandatory: true, number: 2, userShare: eur(40) }),
        }),
      ))

  test('takes no more than the caps allow, and then waits for the next crossing', () =>
    given(
      automatic,
      account({ ...at150, fundedPerPayoutCap: eur(8) }),
      accepted(bet('b0', eur(1))),
      ...gained('b1', eur(71)),
    )
      // 170.00 less 10.00 is still at the threshold; 150.00 is not below it either, and 149.00 is.
      .when(won('b0', eur(2)), placeBet('b2', eur(12)), placeBet('b3', eur(1)), voided('b3'))
      .then(
        tells(
          'BetSettled',
          'BetAccepted',
          'BetAccepted',
          'MandatoryPayoutArmed',
          'BetVoided',
          'PayoutRequested',
          'PayoutExecuted',
          'MandatoryPayoutArmed',
        ),
        event('PayoutRequested', { payout: expect.objectContaining({ grossAmount: eur(10), userShare: eur(8) }) }),
      ))

  test('that fills the cap for life closes the account', () =>
    given(automatic, account({ ...at150, fundedTotalPayoutCap: eur(40) }))
      .when(...gained('b1', eur(60)))
      .then(endedAs('closed', 'payout_cap_reached', '12:00')))

  test('that is the last waits until no bet is open', () => {
    const last = [
      account({ ...at150, fundedMaxPayouts: 1 }),
      accepted(bet('b1', eur(1))),
      accepted(bet('b2', eur(20), { odds: 5 })),
    ]
    given(...last)
      .when(won('b2', eur(100)))
      .then(tells('BetSettled'))
    given(...last, won('b2', eur(100)))
      .when(lost('b1'))
      .then(tells('BetSettled', 'PayoutRequested'))
    given(automatic, ...last, won('b2', eur(100)))
      .when(lost('b1'))
      .then(endedAs('closed', 'max_payouts_reached', '12:00'))
  })

  test("is none where no cent of the profit is the player's", () =>
    given(account({ fundedMandatoryPayoutPercent: pct(100), profitSplitPercent: pct(50) }))
      .when(...gained('b1', eur(0.01)), ...gained('b2', eur(0.01)))
      .then(
        tells('BetAccepted', 'BetSettled', 'BetAccepted', 'BetSettled', 'PayoutRequested'),
        event('PayoutRequested', { payout: expect.objectContaining({ userShare: eur(0.01), grossAmount: eur(0.02) }) }),
      ))

  test('is off where the tier sets no threshold', () =>
    given(account())
      .when(...gained('b1', eur(900)))
      .then(tells('BetAccepted', 'BetSettled')))

  test('comes after the drawdown, which leaves nothing to pay', () =>
    given(
      fundedAccount(eur(100), { totalDrawdownPercent: pct(10) }, { fundedMandatoryPayoutPercent: pct(1) }),
      accepted(bet('b1', eur(10))),
    )
      .when(lost('b1'))
      .then(tells('BetSettled', 'FundedAccountRevoked')))

  test('satisfies the deadline of the first payout, and stops bets while it waits', () =>
    given(account({ ...at150, fundedFirstPayoutDays: 1 }), ...gained('b1', eur(60)), daysOn(30, '12:00'))
      .when(woken, placeBet('b2', eur(1)))
      .then(status('active'), rejected('b2', 'payout_pending')))

  test('is no second request beside one that waits', () =>
    given(account(at150), ...gained('b1', eur(40)), accepted(bet('b2', eur(20))), asked(eur(10)))
      .when(won('b2', eur(40)))
      .then(tells('BetSettled')))
})
