import { describe, expect, test } from 'vitest'
import {
  accepted,
  account,
  asked,
  at,
  bet,
  confirmed,
  continued,
  daysOn,
  declined,
  endedAs,
  eur,
  event,
  fundedAccount,
  gained,
  given,
  lost,
  type Move,
  moves,
  paid,
  payout,
  payoutState,
  pct,
  placeBet,
  purchase,
  refused,
  squandered,
  status,
  tells,
  tellsNothing,
  utc,
  voided,
  withdraw,
  woken,
  won,
} from '../../../test/helpers/given.ts'

describe('Rules 10.13: the deadline of the first payout', () => {
  const rich = [account({ fundedFirstPayoutDays: 3 }), ...gained('b1', eur(60))]

  test('is met a millisecond before it', () =>
    given(...rich, at('2026-03-05 11:59:59.999'))
      .when(withdraw(eur(10)))
      .then(payout({ number: 1 })))

  test('ends the account, as of the deadline, however late anybody looks', () =>
    given(...rich, at('2026-03-11 09:00'))
      .when(woken)
      .then(
        tells('FundedAccountRevoked'),
        event('FundedAccountRevoked', { reason: 'first_payout_deadline', at: utc('2026-03-05 12:00') }),
        endedAs('revoked', 'first_payout_deadline', '2026-03-05 12:00'),
        moves(['available', 'house', eur(160)], ['stake_held', 'forfeited', eur(20)]),
      ))

  test('is told to the first withdraw that comes too late; the next one finds no account', () => {
    given(...rich, at('2026-03-05 12:00'))
      .when(withdraw(eur(10)))
      .then(refused('first_payout_deadline', { reasons: ['first_payout_deadline'] }), status('revoked'))
    given(...rich, at('2026-03-05 12:00'), withdraw(eur(10)))
      .when(withdraw(eur(10)))
      .then(refused('not_found'), tellsNothing)
  })

  test('is forgotten once the player has bought again', () =>
    given(...rich, at('2026-03-05 12:00'), purchase())
      .when(withdraw(eur(10)))
      .then(refused('not_found')))

  test('is not the reason of an account that ended otherwise', () =>
    given(account({ fundedFirstPayoutDays: 30 }), daysOn(14, '12:00'))
      .when(withdraw(eur(10)))
      .then(refused('not_found'), endedAs('revoked', 'inactivity', '2026-03-16 12:00')))

  test.each([
    ['executed', confirmed],
    ['rejected', declined],
  ])('is satisfied for good by a request in time, also one that is %s', (_what, decision) =>
    given(...rich, asked(eur(10)), at('2026-03-10 12:00'), decision)
      .when(withdraw(eur(10)))
      .then(payout({ status: 'pending' })),
  )

  test('is shown until a payout is executed', () => {
    given(...rich, asked(eur(10)))
      .when()
      .then(payoutState({ firstPayoutDeadlineAt: utc('2026-03-05 12:00') }))
    given(...rich, ...paid(eur(10)))
      .when()
      .then(payoutState({ firstPayoutDeadlineAt: null }))
    given(account())
      .when()
      .then(payoutState({ firstPayoutDeadlineAt: null }))
  })

  test('comes before inactivity where both are due at once', () =>
    given(account({ fundedFirstPayoutDays: 14 }), daysOn(14, '12:00'))
      .when(woken)
      .then(endedAs('revoked', 'first_payout_deadline', '2026-03-16 12:00')))
})

describe('Rules 10.14: inactivity', () => {
  const idleFrom = (time: string, ...before: readonly Move[]) => given(account(), ...before, at(time))

  test('ends the account 14 days after it opened', () => {
    given(account(), daysOn(14, '11:59:59.999')).when(woken).then(tellsNothing, status('active'))
    given(account(), daysOn(14, '12:00'))
      .when(woken)
      .then(tells('FundedAccountRevoked'), endedAs('revoked', 'inactivity', '2026-03-16 12:00'))
  })

  test.each<readonly [what: string, before: readonly Move[]]>([
    ['an accepted bet', [at('2026-03-03 12:00'), accepted(bet('b1', eur(1)))]],
    ['an executed payout', [...gained('b1', eur(60)), asked(eur(10)), at('2026-03-03 12:00'), confirmed]],
    ['a rejected payout', [...gained('b1', eur(60)), asked(eur(10)), at('2026-03-03 12:00'), declined]],
  ])('counts from %s', (_what, before) => {
    idleFrom('2026-03-17 11:59:59.999', ...before)
      .when(woken)
      .then(tellsNothing, status('active'))
    idleFrom('2026-03-17 12:00', ...before)
      .when(woken)
      .then(endedAs('revoked', 'inactivity', '2026-03-17 12:00'))
  })

  test.each<readonly [what: string, before: readonly Move[]]>([
    ['a rejected bet', [at('2026-03-03 12:00'), placeBet('b1', eur(0.01))]],
    ['a settlement', [accepted(bet('b1', eur(1))), at('2026-03-03 12:00'), won('b1', eur(2))]],
    ['a refused withdraw', [at('2026-03-03 12:00'), withdraw(eur(1))]],
  ])('does not count from %s', (_what, before) =>
    idleFrom('2026-03-16 12:00', ...before)
      .when(woken)
      .then(endedAs('revoked', 'inactivity', '2026-03-16 12:00')),
  )

  test('stands still while a payout waits', () =>
    given(account(), ...gained('b1', eur(60)), asked(eur(10)), daysOn(60, '12:00'))
      .when(confirmed)
      .then(payout({ status: 'executed' }), status('active')))
})

describe('Rules 10.16: revocation', () => {
  const limits = { totalDrawdownPercent: pct(40) }

  test('by drawdown, when the balance has fallen that far', () => {
    given(fundedAccount(eur(100), limits), accepted(bet('b1', eur(39.99))))
      .when(lost('b1'))
      .then(tells('BetSettled'), status('active'))
    given(fundedAccount(eur(100), limits), accepted(bet('b1', eur(40))))
      .when(lost('b1'))
      .then(
        tells('BetSettled', 'FundedAccountRevoked'),
        endedAs('revoked', 'max_drawdown_exceeded', '2026-03-02 12:00'),
        event('FundedAccountRevoked', {
          closing: {
            finalBalance: eur(60),
            released: eur(0),
            swept: eur(60),
            ownStake: eur(20),
            ownStakeGoes: 'forfeited',
          },
        }),
      )
  })

  test('rejects a payout that waits, first', () =>
    given(
      fundedAccount(eur(100), limits),
      ...gained('b1', eur(60)),
      accepted(bet('b2', eur(50))),
      asked(eur(10)),
      voided('b1'),
    )
      .when(lost('b2'))
      .then(
        tells('BetSettled', 'PayoutRejected', 'FundedAccountRevoked'),
        event('PayoutRejected', { payout: expect.objectContaining({ decidedBy: 'system', status: 'rejected' }) }),
        moves(
          ['reserved', 'house', eur(50)],
          ['held', 'available', eur(10)],
          ['available', 'house', eur(50)],
          ['stake_held', 'forfeited', eur(20)],
        ),
      ))

  test('forfeits no own stake that went back with a payout', () =>
    given(fundedAccount(eur(100), limits), ...gained('b1', eur(60)), ...paid(eur(60)), accepted(bet('b2', eur(40))))
      .when(lost('b2'))
      .then(moves(['reserved', 'house', eur(40)], ['available', 'house', eur(60)])))

  test('ends a cooldown as of the same time, however late anybody looks', () =>
    given(
      fundedAccount(eur(100), { dailyDrawdownPercent: pct(10), cooldownHours: 48 }, { fundedFirstPayoutDays: 1 }),
      ...squandered('b1', eur(10)),
      at('2026-03-10 12:00'),
    )
      .when(woken)
      .then(
        tells('CooldownLifted', 'FundedAccountRevoked'),
        event('CooldownLifted', { at: utc('2026-03-03 12:00'), why: 'program_over' }),
      ))

  test('gives back the stakes of open bets before all goes to the house', () =>
    given(account(), accepted(bet('b1', eur(30))), daysOn(14, '12:00'))
      .when(woken)
      .then(
        moves(
          ['reserved', 'available', eur(30)],
          ['available', 'house', eur(100)],
          ['stake_held', 'forfeited', eur(20)],
        ),
      ))

  test('takes bets and continues no more, and lets the player buy at once', () =>
    given(account(), daysOn(14, '12:00'))
      .when(continued, purchase())
      .then(tells('FundedAccountRevoked', 'ChallengePurchased'), status('active')))
})
