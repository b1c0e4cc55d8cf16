import { describe, test } from 'vitest'
import {
  accepted,
  at,
  balance,
  bet,
  challenge,
  daysOn,
  eur,
  event,
  flagged,
  fundedAccount,
  given,
  lost,
  moves,
  pct,
  placeBet,
  program,
  purchase,
  status,
  tells,
  tellsNothing,
  utc,
  voided,
  woken,
  won,
} from '../../../test/helpers/given.ts'

describe('Rules 5.5: a challenge passes', () => {
  const openBet = [challenge({ target: eur(150) }), accepted(bet('b1', eur(50), { odds: 3 }))]

  test('when its balance reaches the target', () =>
    given(...openBet)
      .when(won('b1', eur(100)))
      .then(
        accepted('b1'),
        tells('BetSettled', 'ChallengePassed'),
        event('ChallengePassed', { at: utc('12:00'), programBalance: eur(150), refundableOwnStake: eur(20) }),
        program({ status: 'passed_pending_choice', passedAt: utc('12:00'), endedAt: null, finalBalance: null }),
        moves(['reserved', 'house', eur(50)], ['house', 'available', eur(100)]),
        balance(eur(150)),
      ))

  test('and not a cent before', () =>
    given(...openBet)
      .when(won('b1', eur(99.99)))
      .then(tells('BetSettled'), status('active')))

  test('with bets open, for what is reserved counts; nothing that comes of them takes it back', () =>
    given(...openBet, accepted(bet('b2', eur(50))), won('b1', eur(100)))
      .when(lost('b2'))
      .then(flagged('b2', 'program_closed'), tells('BetFlagged'), status('passed_pending_choice'), balance(eur(150))))

  test('once only', () =>
    given(...openBet, accepted(bet('b2', eur(10))), won('b1', eur(100)))
      .when(won('b2', eur(20)), voided('b2'), placeBet('b3', eur(1)), woken)
      .then(tells('BetFlagged', 'BetVoided', 'BetRejected')))

  test('at a placement, when it is the bet that was missing', () =>
    given(challenge({ target: eur(100), minBets: 2 }), accepted(bet('b1', eur(10))))
      .when(placeBet('b2', eur(10)))
      .then(
        accepted('b2'),
        tells('BetAccepted', 'ChallengePassed'),
        event('ChallengePassed', { programBalance: eur(100) }),
      ))

  test('not for a bet too few', () =>
    given(challenge({ target: eur(100), minBets: 3 }), accepted(bet('b1', eur(10))))
      .when(placeBet('b2', eur(10)))
      .then(tells('BetAccepted')))

  test('at a placement, when it is the day that was missing', () =>
    given(challenge({ target: eur(100), minActiveDays: 2 }), accepted(bet('b1', eur(10))), at('2026-03-03 00:00'))
      .when(placeBet('b2', eur(10), { at: '2026-03-02 23:59:59.999' }), placeBet('b3', eur(10)))
      .then(tells('BetAccepted', 'BetAccepted', 'ChallengePassed')))

  test('at a void that gives back what was missing', () =>
    given(
      challenge({ target: eur(110) }),
      accepted(bet('b1', eur(30))),
      lost('b1'),
      accepted(bet('b2', eur(40))),
      won('b2', eur(70)),
    )
      .when(voided('b1'))
      .then(tells('BetVoided', 'ChallengePassed'), balance(eur(130))))

  test('after a bet event that moves nothing, too: one that is at its target from the start', () => {
    const atOnce = challenge({ target: eur(100), minBets: 0, minActiveDays: 0 })
    given(atOnce)
      .when(placeBet('b1', eur(500)))
      .then(tells('BetRejected', 'ChallengePassed'))
    given(atOnce).when(lost('b9')).then(tells('BetFlagged', 'ChallengePassed'))
    given(atOnce).when(voided('b9')).then(tells('UnacceptedBetVoided', 'ChallengePassed'))
  })

  test('not by a purchase, a reminder or a look alone', () =>
    given()
      .when(purchase({ target: eur(100), minBets: 0, minActiveDays: 0 }), daysOn(29, '12:00'), woken)
      .then(tells('ChallengePurchased', 'ChallengeExpiringSoon'), status('active')))

  test('not by a resent bet event, which stores nothing', () =>
    given(challenge({ target: eur(150) }), accepted(bet('b1', eur(10))))
      .when(placeBet('b1', eur(10)))
      .then(tellsNothing))

  test('then waits without limit of time', () =>
    given(...openBet, won('b1', eur(100)), daysOn(400, '12:00'))
      .when(woken)
      .then(tellsNothing, status('passed_pending_choice')))

  test('and leaves its cooldown just before', () =>
    given(
      challenge({ target: eur(110), limits: { dailyDrawdownPercent: pct(10), cooldownHours: 24 } }),
      accepted(bet('b1', eur(20))),
      accepted(bet('b2', eur(10))),
      lost('b2'),
    )
      .when(won('b1', eur(40)))
      .then(
        tells('BetSettled', 'CooldownLifted', 'ChallengePassed'),
        event('CooldownLifted', { why: 'program_over', at: utc('12:00'), phase: 'challenge' }),
        program({ cooldown: null }),
      ))
})

test('a funded account does not pass, whatever it wins', () =>
  given(fundedAccount(eur(100)), accepted(bet('b1', eur(100), { odds: 100 })))
    .when(won('b1', eur(10_000)), woken)
    .then(tells('BetSettled'), status('active')))
