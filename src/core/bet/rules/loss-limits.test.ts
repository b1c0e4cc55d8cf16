import { describe, expect, test } from 'vitest'
import {
  accepted,
  at,
  because,
  bet,
  challenge,
  eur,
  fundedAccount,
  given,
  losses,
  lost,
  NOON,
  pct,
  placeBet,
  programOf,
  rejected,
  status,
  utc,
  voided,
  won,
} from '../../../../test/helpers/given.ts'
import { breachesOf } from './index.ts'

describe('Rules 3.9: max_drawdown_exceeded', () => {
  const limits = { totalDrawdownPercent: pct(50) }
  /** 10.00 won and `loss` lost; taking back the win leaves the balance 50.00 or less. */
  const sunkBy = (loss: number) => [
    accepted(bet('won', eur(10))),
    won('won', eur(20)),
    accepted(bet('lost', eur(loss))),
    lost('lost'),
    voided('won'),
  ]

  test('a void has brought the balance to the limit: the challenge goes on, but takes no bet', () =>
    given(challenge({ limits }), ...sunkBy(50))
      .when(placeBet('b', eur(5)))
      .then(status('active'), rejected('b', 'max_drawdown_exceeded'), because('max_drawdown_exceeded', 5000, 5000)))

  test('one cent above the limit a bet is accepted', () =>
    given(challenge({ limits }), ...sunkBy(49.99))
      .when(placeBet('b', eur(5)))
      .then(accepted('b')))

  test('with the limit off no balance is too low', () =>
    given(challenge(), ...sunkBy(50))
      .when(placeBet('b', eur(5)))
      .then(accepted('b')))

  test('a funded account is held against the limit of its own ruleset', () =>
    given(fundedAccount(eur(100), limits), ...sunkBy(50))
      .when(placeBet('b', eur(5)))
      .then(rejected('b', 'max_drawdown_exceeded')))
})

describe('Rules 3.10, 3.11: bets in a cooldown', () => {
  const limits = { dailyDrawdownPercent: pct(10), cooldownHours: 2 }
  /** From 13:00 until 15:00. */
  const cooldown = [accepted(bet('lost', eur(10))), at('13:00'), lost('lost')]

  test('are rejected with both codes while the session stands at the limit', () =>
    given(challenge({ limits }), ...cooldown)
      .when(placeBet('b', eur(1)))
      .then(
        rejected('b', 'daily_drawdown_exceeded', 'cooldown_active'),
        because('daily_drawdown_exceeded', 1000, 1000),
        because('cooldown_active', utc('13:00'), utc('15:00')),
      ))

  test('are rejected until the last millisecond and accepted from then on', () => {
    given(challenge({ limits }), ...cooldown, at('14:59:59.999'))
      .when(placeBet('b', eur(1)))
      .then(rejected('b', 'daily_drawdown_exceeded', 'cooldown_active'))
    given(challenge({ limits }), ...cooldown, at('15:00'))
      .when(placeBet('b', eur(1)))
      .then(accepted('b'))
  })

  test('are accepted where they were placed before it began', () =>
    given(challenge({ limits }), ...cooldown, at('13:30'))
      .when(placeBet('b1', eur(1), { at: '12:59:59.999' }), placeBet('b2', eur(1), { at: '13:00' }))
      .then(accepted('b1'), rejected('b2', 'daily_drawdown_exceeded', 'cooldown_active')))

  test('are rejected even when they are reported after it, though its session is over', () =>
    given(challenge({ limits }), ...cooldown, at('16:00'))
      .when(
        placeBet('b1', eur(1), { at: '14:59:59.999' }),
        placeBet('b2', eur(1), { at: '15:00' }),
        placeBet('b3', eur(1), { at: '12:59:59.999' }),
      )
      .then(rejected('b1', 'cooldown_active'), accepted('b2'), accepted('b3')))

  test('are rejected with cooldown_active alone on the next day, whose session begins at nothing', () =>
    given(challenge({ limits: { ...limits, cooldownHours: 24 } }), ...cooldown, at('2026-03-03 00:00'))
      .when(placeBet('b', eur(1)))
      .then(rejected('b', 'cooldown_active')))

  test('are rejected on a funded account as well', () =>
    given(fundedAccount(eur(100), limits), ...cooldown)
      .when(placeBet('b', eur(1)))
      .then(rejected('b', 'daily_drawdown_exceeded', 'cooldown_active')))

  test('are what the session loss is held against: one that begins at the limit by a loss dated ahead rejects none', () =>
    given(
      challenge({ limits }),
      accepted(bet('b1', eur(10))),
      ...cooldown,
      at('14:58'),
      lost('b1', { at: '15:01' }),
      at('15:00'),
    )
      .when(placeBet('b2', eur(1)), placeBet('b3', eur(1), { at: '15:04' }))
      .then(losses(eur(10), eur(20)), accepted('b2'), accepted('b3')))

  test('a session one cent below the limit has no cooldown', () =>
    given(challenge({ limits }), accepted(bet('lost', eur(9.99))), lost('lost'))
      .when(placeBet('b', eur(1)))
      .then(accepted('b')))
})

test('Rules 3.12: payout_pending, while something is held for a payout of a funded account', () =>
  given(fundedAccount(eur(100)))
    .when()
    .then((told) => {
      const slip = { ...bet('b', eur(1)), stake: eur(1), eventAt: NOON }
      const codesWith = (held: number) => {
        const program = programOf(told)
        const balances = { ...program.balances, held: eur(held) }
        return breachesOf({ ...program, balances }, slip, NOON).map(({ code, actual, limit }) => [code, actual, limit])
      }
      expect(codesWith(0)).toEqual([])
      expect(codesWith(0.01)).toEqual([['payout_pending', 1, 0]])
    }))
