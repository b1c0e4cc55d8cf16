import { describe, expect, test } from 'vitest'
import {
  accepted,
  at,
  bet,
  challenge,
  eur,
  event,
  failed,
  flags,
  given,
  lost,
  moves,
  pct,
  placeBet,
  program,
  purchase,
  refused,
  status,
  tells,
  tellsNothing,
  utc,
  woken,
  won,
} from '../../../test/helpers/given.ts'

const EXPIRY = '2026-04-01 12:00'

describe('Rules 5.7: expiry', () => {
  test('comes days x 24 h after the start, to the millisecond', () => {
    given(challenge(), at('2026-04-01 11:59:59.999'), woken)
      .when(woken)
      .then(tellsNothing, program({ status: 'active', expiresAt: utc(EXPIRY) } as never))
    given(challenge(), at('2026-04-01 11:59:59.999'), woken, at(EXPIRY))
      .when(woken)
      .then(tells('ChallengeFailed'), failed('insufficient_active_days', EXPIRY))
  })

  test.each([
    ['days are missing, whatever else is', { minActiveDays: 2, minBets: 9 }, 'insufficient_active_days'],
    ['bets are missing', { minActiveDays: 1, minBets: 2 }, 'expired'],
    ['the target is missing', { minActiveDays: 1, minBets: 1 }, 'expired'],
  ] as const)('%s', (_what, deal, reason) =>
    given(challenge(deal), accepted(bet('b1', eur(10))), lost('b1'), at(EXPIRY))
      .when(woken)
      .then(failed(reason, EXPIRY), event('ChallengeFailed', { reason, at: utc(EXPIRY) })),
  )

  test('empties the challenge, open bets and all, and forfeits the own stake', () =>
    given(challenge(), accepted(bet('b1', eur(10))), lost('b1'), accepted(bet('b2', eur(30))), at(EXPIRY))
      .when(woken)
      .then(
        tells('ChallengeExpiringSoon', 'ChallengeFailed'),
        event('ChallengeFailed', {
          closing: {
            finalBalance: eur(90),
            released: eur(30),
            swept: eur(90),
            ownStake: eur(20),
            ownStakeGoes: 'forfeited',
          },
        }),
        moves(
          ['reserved', 'available', eur(30)],
          ['available', 'house', eur(90)],
          ['stake_held', 'forfeited', eur(20)],
        ),
        program({ finalBalance: eur(90), balances: { available: eur(0), reserved: eur(0), held: eur(0) } }),
        flags(),
      ))

  test('is as of its due time, however late it is noticed and by whom', () =>
    given(challenge(), at('2026-04-20 08:00'))
      .when(placeBet('b1', eur(10)))
      .then(
        refused('not_found'),
        tells('ChallengeExpiringSoon', 'ChallengeFailed', 'BetRejected'),
        failed('insufficient_active_days', EXPIRY),
        event('BetRejected', { at: utc('2026-04-20 08:00') }),
      ))

  test('ends the cooldown that is on, as of the same time', () =>
    given(
      challenge({ days: 2, limits: { dailyDrawdownPercent: pct(10), cooldownHours: 48 } }),
      at('2026-03-04 10:00'),
      accepted(bet('b1', eur(10))),
      lost('b1'),
      at('2026-03-05 10:00'),
    )
      .when(woken)
      .then(
        tells('CooldownLifted', 'ChallengeFailed'),
        event('CooldownLifted', { why: 'program_over', at: utc('2026-03-04 12:00') }),
        program({ cooldown: null, pastCooldowns: [{ from: utc('2026-03-04 10:00'), until: utc('2026-03-04 12:00') }] }),
      ))

  test('looks for a pass first, which a challenge can have reached without a bet event', () =>
    given(challenge({ target: eur(100), minBets: 0, minActiveDays: 0 }), at('2026-04-02 00:00'))
      .when(woken)
      .then(
        tells('ChallengeExpiringSoon', 'ChallengePassed'),
        event('ChallengePassed', { at: utc(EXPIRY) }),
        program({ status: 'passed_pending_choice', passedAt: utc(EXPIRY), endedAt: null }),
      ))

  test('does not come for a challenge that has passed', () =>
    given(challenge({ target: eur(110) }), accepted(bet('b1', eur(10))), won('b1', eur(20)), at('2026-04-02 00:00'))
      .when(woken)
      .then(tellsNothing, status('passed_pending_choice')))

  test('comes at the due time of a challenge that began in the past', () =>
    given(purchase({ days: 1 }, '2026-03-01 12:00:00.001'))
      .when(at('12:00:00.001'), woken)
      .then(tells('ChallengeFailed'), failed('insufficient_active_days', '12:00:00.001')))
})

describe('Rules 5.8: the reminder', () => {
  const REMINDER = '2026-03-31 12:00'

  test('goes out 24 hours before expiry, and tells how things stand', () =>
    given(
      challenge(),
      accepted(bet('b1', eur(10))),
      lost('b1'),
      placeBet('b2', eur(500)),
      placeBet('b3', eur(500)),
      at('2026-03-03 12:00'),
      accepted(bet('b4', eur(10))),
      at(REMINDER),
    )
      .when(woken)
      .then(
        tells('ChallengeExpiringSoon'),
        event('ChallengeExpiringSoon', {
          at: utc(REMINDER),
          hoursRemaining: 24,
          currentBalance: eur(90),
          targetBalance: eur(1000),
          betsPlaced: 4,
          activeDays: 2,
        }),
        program({ reminded: true, status: 'active' } as never),
      ))

  test('and not before', () => given(challenge(), at('2026-03-31 11:59:59.999')).when(woken).then(tellsNothing))

  test('once', () => given(challenge(), at(REMINDER), woken, at('2026-03-31 18:00')).when(woken).then(tellsNothing))

  test('is as of its due time when it is late', () =>
    given(challenge(), at('2026-03-31 18:00'))
      .when(woken)
      .then(event('ChallengeExpiringSoon', { at: utc(REMINDER), hoursRemaining: 24 })))

  test('of a challenge of one day there is none', () =>
    given(challenge({ days: 1 }), at('2026-03-03 12:00'))
      .when(woken)
      .then(tells('ChallengeFailed')))

  test('of a challenge of two days comes after the first', () =>
    given(challenge({ days: 2 }), at('2026-03-03 12:00'))
      .when(woken)
      .then(tells('ChallengeExpiringSoon')))
})

test('Rules 7.1: the settlement that would have won the challenge comes too late at its expiry', () =>
  given(challenge({ target: eur(110) }), accepted(bet('b1', eur(10))), at(EXPIRY))
    .when(won('b1', eur(20), { at: '2026-04-01 11:00' }))
    .then(failed('expired', EXPIRY), tells('ChallengeExpiringSoon', 'ChallengeFailed', 'BetFlagged')))

test('Rules 7.1: dues are applied in the order of their times', () =>
  given(
    challenge({ days: 2, limits: { dailyDrawdownPercent: pct(10), cooldownHours: 2 } }),
    accepted(bet('b1', eur(10))),
    at('2026-03-03 11:00'),
    lost('b1'),
  )
    .when(at('2026-03-04 15:00'), woken)
    .then(
      tells('ChallengeExpiringSoon', 'CooldownLifted', 'ChallengeFailed'),
      ({ outcomes }) =>
        expect(outcomes.flatMap(({ events }) => events).map((told) => told.at)).toEqual([
          utc('2026-03-03 12:00'),
          utc('2026-03-03 13:00'),
          utc('2026-03-04 12:00'),
        ]),
      event('CooldownLifted', { why: 'time' }),
    ))
