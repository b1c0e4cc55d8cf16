import { describe, expect, test } from 'vitest'
import {
  accepted,
  BEN,
  bet,
  by,
  challenge,
  duplicateOf,
  type Expectation,
  eur,
  flagged,
  given,
  lost,
  type Move,
  placeBet,
  rejected,
  voided,
  won,
} from '../../../test/helpers/given.ts'

/** b1 and b2 are open, b3 was lost; `pass` then wins with b1. */
const before: readonly Move[] = [
  challenge({ target: eur(105) }),
  by(BEN, challenge()),
  accepted(bet('b1', eur(10))),
  accepted(bet('b2', eur(10))),
  accepted(bet('b3', eur(5))),
  lost('b3'),
]
const pass = won('b1', eur(20))
/** A settlement that is wrong in every way it can be: too high, of another stake, and a cash-out. */
const wrong = { stake: eur(1), cashOut: true }

describe('Rules 4.14: the first verdict that fits a settlement is given', () => {
  test.each<readonly [order: string, before: readonly Move[], asked: Move, told: Expectation]>([
    ['duplicate before everything', [...before, pass], by(BEN, won('b1', eur(99), wrong)), duplicateOf('accepted')],
    [
      'no accepted placement before what else is wrong',
      before,
      by(BEN, won('b9', eur(99), wrong)),
      flagged('b9', 'no_accepted_placement'),
    ],
    [
      "another user's bet before a contradiction",
      before,
      by(BEN, won('b3', eur(10))),
      flagged('b3', 'settlement_mismatch'),
    ],
    [
      "another user's bet before the closed program",
      [...before, pass],
      by(BEN, won('b2', eur(20))),
      flagged('b2', 'settlement_mismatch'),
    ],
    [
      'a contradiction before the closed program',
      [...before, pass],
      won('b3', eur(10)),
      flagged('b3', 'conflicting_settlement'),
    ],
    ['a contradiction before a mismatch', before, won('b3', eur(99), wrong), flagged('b3', 'conflicting_settlement')],
    [
      'the closed program before a mismatch',
      [...before, pass],
      won('b2', eur(99), wrong),
      flagged('b2', 'program_closed'),
    ],
    ['a mismatch before the cash-out', before, won('b2', eur(99), wrong), flagged('b2', 'settlement_mismatch')],
    [
      'the cash-out before it is applied',
      before,
      won('b2', eur(10), { cashOut: true }),
      rejected('b2', 'cashout_not_allowed_during_challenge'),
    ],
    ['applied', before, won('b2', eur(10)), accepted('b2')],
  ])('%s', (_order, history, asked, told) =>
    given(...history)
      .when(asked)
      .then(told),
  )
})

describe('Rules 4.14: the first verdict that fits a void is given', () => {
  test.each<readonly [order: string, before: readonly Move[], asked: Move, told: Expectation]>([
    [
      'duplicate before everything',
      [...before, voided('b2'), pass],
      by(BEN, voided('b2', { stake: eur(1) })),
      duplicateOf('accepted'),
    ],
    ['no accepted placement before what else is wrong', before, by(BEN, voided('b9', wrong)), accepted('b9')],
    [
      "another user's bet before the closed program",
      [...before, pass],
      by(BEN, voided('b1')),
      flagged('b1', 'settlement_mismatch'),
    ],
    [
      'the closed program before a mismatch',
      [...before, pass],
      voided('b1', { stake: eur(1) }),
      flagged('b1', 'program_closed'),
    ],
    ['a mismatch before it is applied', before, voided('b2', { stake: eur(1) }), flagged('b2', 'settlement_mismatch')],
    ['a cash-out mark on a void says nothing', before, voided('b2', { cashOut: true }), accepted('b2')],
  ])('%s', (_order, history, asked, told) =>
    given(...history)
      .when(asked)
      .then(told),
  )
})

test('Rules 1.6, 4.1: a duplicate stays one when its event time has grown too old', () =>
  given(challenge(), accepted(bet('b1', eur(10))))
    .when(placeBet('b1', eur(10), { at: '2026-01-01 00:00' }))
    .then(duplicateOf('accepted')))

test('who placed a bet owns it, whoever settled it before', () =>
  given(...before)
    .when(by(BEN, lost('b7')), placeBet('b7', eur(1)), lost('b7'))
    .then(accepted('b7'), ({ world }) => expect(world.bets.get('b7')).toMatchObject({ playerId: 'anna' })))
