import { describe, expect, test } from 'vitest'
import {
  accepted,
  at,
  balance,
  bet,
  challenge,
  eur,
  event,
  failed,
  flagged,
  fundedAccount,
  gained,
  given,
  lost,
  moves,
  pct,
  placeBet,
  program,
  status,
  tells,
  voided,
  won,
} from '../../../test/helpers/given.ts'
import { type Expectation, programOf } from '../../../test/helpers/given-expectations.ts'
import type { Cents } from '../money.ts'
import { drawdownFloor } from './drawdown.ts'

const limits = { totalDrawdownPercent: pct(40) }

const endsAt =
  (floor: Cents | null): Expectation =>
  (told) =>
    expect(drawdownFloor(programOf(told))).toBe(floor)

describe('Rules 5.6: total drawdown', () => {
  const nearly = [challenge({ limits }), accepted(bet('b1', eur(39.99))), lost('b1'), accepted(bet('b2', eur(10)))]

  test('not a cent before the limit', () =>
    given(challenge({ limits }), accepted(bet('b1', eur(39.99))))
      .when(lost('b1'))
      .then(tells('BetSettled'), status('active'), program({ lowestBalance: eur(60.01) })))

  test('at the limit the challenge fails at once, by any settlement with a loss', () =>
    given(...nearly, at('13:00'))
      .when(won('b2', eur(9.99)))
      .then(
        tells('BetSettled', 'ChallengeFailed'),
        failed('max_drawdown_exceeded', '13:00'),
        event('BetSettled', { balanceAfter: eur(60) }),
        event('ChallengeFailed', {
          reason: 'max_drawdown_exceeded',
          closing: {
            finalBalance: eur(60),
            released: eur(0),
            swept: eur(60),
            ownStake: eur(20),
            ownStakeGoes: 'forfeited',
          },
        }),
        moves(
          ['reserved', 'house', eur(10)],
          ['house', 'available', eur(9.99)],
          ['available', 'house', eur(60)],
          ['stake_held', 'forfeited', eur(20)],
        ),
        program({ finalBalance: eur(60), lowestBalance: eur(60) }),
      ))

  test('beyond the limit as well, with bets open, whose stakes come free first', () =>
    given(...nearly, accepted(bet('b3', eur(20))))
      .when(lost('b2'), lost('b3'))
      .then(
        tells('BetSettled', 'ChallengeFailed', 'BetFlagged'),
        flagged('b3', 'program_closed'),
        event('ChallengeFailed', {
          closing: {
            finalBalance: eur(50.01),
            released: eur(20),
            swept: eur(50.01),
            ownStake: eur(20),
            ownStakeGoes: 'forfeited',
          },
        }),
      ))

  test('where a share of a cent is the limit, the next whole cent reaches it', () => {
    const deal = { balance: eur(100.1), limits: { totalDrawdownPercent: pct(33.33) } } // 33.36333
    given(challenge(deal), accepted(bet('b1', eur(33.36))))
      .when(lost('b1'))
      .then(status('active'))
    given(challenge(deal), accepted(bet('b1', eur(33.37))))
      .when(lost('b1'))
      .then(status('failed'))
  })

  test('with the limit off a challenge may lose everything', () =>
    given(challenge(), accepted(bet('b1', eur(100))))
      .when(lost('b1'))
      .then(status('active'), balance(eur(0)), endsAt(null)))

  test('the floor is the balance at which a loss ends it, and does not move with what is won', () => {
    given(challenge({ limits }))
      .when(...gained('b1', eur(50)))
      .then(endsAt(eur(60)))
    given(challenge({ balance: eur(100.1), limits: { totalDrawdownPercent: pct(33.33) } }))
      .when(placeBet('b1', eur(10)))
      .then(endsAt(eur(66.73)))
  })

  test('is measured from the start, whatever was won in between', () =>
    given(challenge({ limits }), accepted(bet('b1', eur(50))), won('b1', eur(100)), accepted(bet('b2', eur(80))))
      .when(lost('b2'))
      .then(status('active'), balance(eur(70)), program({ peakBalance: eur(150), lowestBalance: eur(70) })))

  test('ends nothing at a placement, at a void or at a settlement without a loss', () => {
    // 40.00 below the start by a void: only the next loss ends it.
    const sunk = [
      challenge({ limits }),
      accepted(bet('b1', eur(10))),
      won('b1', eur(20)),
      accepted(bet('b2', eur(1))),
      accepted(bet('b3', eur(1))),
      accepted(bet('b4', eur(40))),
      lost('b4'),
      voided('b1'),
    ]
    given(...sunk)
      .when(placeBet('b5', eur(1)), won('b2', eur(1)))
      .then(status('active'), balance(eur(60)))
    given(...sunk, won('b2', eur(1)))
      .when(won('b3', eur(0.99)))
      .then(status('failed'))
  })

  test('revokes a funded account by its own ruleset', () =>
    given(fundedAccount(eur(100), limits), accepted(bet('b1', eur(50))))
      .when(lost('b1'))
      .then(tells('BetSettled', 'FundedAccountRevoked'), status('revoked')))
})

describe('Rules 6.6: the order at one settlement', () => {
  test('a loss that reaches both limits fails the challenge and starts no cooldown', () =>
    given(
      challenge({ limits: { dailyDrawdownPercent: pct(10), totalDrawdownPercent: pct(10) } }),
      accepted(bet('b1', eur(10))),
    )
      .when(lost('b1'))
      .then(tells('BetSettled', 'ChallengeFailed'), program({ cooldown: null, pastCooldowns: [] })))

  test('a challenge that fails in a cooldown leaves it just before', () =>
    given(
      challenge({ limits: { dailyDrawdownPercent: pct(10), totalDrawdownPercent: pct(20), cooldownHours: 24 } }),
      accepted(bet('b1', eur(10))),
      accepted(bet('b2', eur(10))),
      lost('b1'),
    )
      .when(lost('b2'))
      .then(tells('BetSettled', 'CooldownLifted', 'ChallengeFailed'), event('CooldownLifted', { why: 'program_over' })))

  test('a loss that brings the challenge to its end does not pass it any more', () =>
    given(
      challenge({ target: eur(90), minBets: 2, limits: { totalDrawdownPercent: pct(10) } }),
      accepted(bet('b1', eur(10))),
    )
      .when(lost('b1'))
      .then(tells('BetSettled', 'ChallengeFailed')))
})
