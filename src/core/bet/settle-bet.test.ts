import { describe, expect, test } from 'vitest'
import {
  accepted,
  BEN,
  balance,
  balances,
  bet,
  by,
  challenge,
  duplicateOf,
  eur,
  event,
  flags,
  fundedAccount,
  given,
  losses,
  lost,
  moves,
  program,
  rejected,
  stands,
  tells,
  tellsNothing,
  utc,
  won,
} from '../../../test/helpers/given.ts'

const openBet = [challenge(), accepted(bet('b1', eur(30), { odds: 1.5 }))]

describe('Rules 2.5, 2.6: a settlement', () => {
  test('that is won gives the stake to the house and the whole return to the player', () =>
    given(...openBet)
      .when(won('b1', eur(45)))
      .then(
        accepted('b1'),
        tells('BetSettled'),
        flags(),
        event('BetSettled', {
          outcome: 'won',
          stake: eur(30),
          returned: eur(45),
          loss: eur(0),
          balanceAfter: eur(115),
        }),
        moves(['reserved', 'house', eur(30)], ['house', 'available', eur(45)]),
        balances(eur(115), eur(0)),
        program({ betsOpen: 0, betsAccepted: 1, peakBalance: eur(115), lowestBalance: eur(100), losses: [] }),
        losses(eur(0), eur(0)),
        stands('b1', 'won'),
      ))

  test('that is lost gives the stake to the house', () =>
    given(...openBet)
      .when(lost('b1'))
      .then(
        accepted('b1'),
        tells('BetSettled'),
        event('BetSettled', {
          outcome: 'lost',
          stake: eur(30),
          returned: eur(0),
          loss: eur(30),
          balanceAfter: eur(70),
        }),
        moves(['reserved', 'house', eur(30)]),
        balances(eur(70), eur(0)),
        program({ betsOpen: 0, peakBalance: eur(100), lowestBalance: eur(70) }),
        losses(eur(30), eur(30)),
        stands('b1', 'lost'),
      ))

  test('that is won for less than the stake is a loss of the difference', () =>
    given(...openBet)
      .when(won('b1', eur(12)))
      .then(balance(eur(82)), losses(eur(18), eur(18)), event('BetSettled', { outcome: 'won', loss: eur(18) })))

  test('that is won for nothing credits nothing', () =>
    given(...openBet)
      .when(won('b1', eur(0)))
      .then(moves(['reserved', 'house', eur(30)]), losses(eur(30), eur(30)), stands('b1', 'won')))

  test('that is lost ignores an amount that it carries', () =>
    given(...openBet)
      .when((world) =>
        world.decide({
          type: 'SettleBet',
          report: { ...bet('b1', eur(30), { odds: 1.5 }), status: 'settled-lost', settlementAmount: eur(999) },
        }),
      )
      .then(accepted('b1'), balance(eur(70))))

  test('leaves the other bets reserved', () =>
    given(challenge(), accepted(bet('b1', eur(30))), accepted(bet('b2', eur(20))))
      .when(won('b1', eur(60)))
      .then(balances(eur(110), eur(20)), balance(eur(130)), program({ betsOpen: 1 })))

  test('keeps what a void needs to undo it', () =>
    given(...openBet)
      .when(won('b1', eur(12), { at: '12:03' }))
      .then(({ world, outcomes }) => {
        const [told] = outcomes[0]?.events ?? []
        expect(told).toMatchObject({ eventAt: utc('12:03'), at: utc('12:00'), phase: 'challenge' })
        expect(world.bets.get('b1')).toMatchObject({
          settlement: { eventId: told?.id, returned: eur(12), loss: eur(18), at: utc('12:03') },
          verdicts: { 'settled-won': { betEventId: told?.id, result: 'accepted', reasons: [], flagReason: null } },
        })
      }))
})

describe('Rules 4.1: the same settlement again', () => {
  test('is a duplicate, whatever else it says and whoever sends it', () =>
    given(...openBet, won('b1', eur(45)), by(BEN, challenge()))
      .when(won('b1', eur(1)), by(BEN, won('b1', eur(45), { stake: eur(99), cashOut: true })))
      .then(duplicateOf('accepted', '00000000-0000-7000-8000-000300000000'), tellsNothing, balance(eur(115))))
})

describe('Rules 4.9: a cash-out as settlement', () => {
  test('is rejected during the challenge: a flag opens and the bet stays open', () =>
    given(...openBet)
      .when(won('b1', eur(20), { cashOut: true }))
      .then(
        rejected('b1', 'cashout_not_allowed_during_challenge'),
        tells('SettlementRejected', 'FlagOpened'),
        flags('cashout'),
        event('SettlementRejected', {
          balanceAfter: eur(100),
          reasons: [{ code: 'cashout_not_allowed_during_challenge', unit: 'count', actual: 1, limit: 0 }],
        }),
        event('FlagOpened', { description: expect.stringContaining('the bet stays open') as never }),
        moves(),
        balances(eur(70), eur(30)),
        program({ betsOpen: 1, betsRejected: 0 }),
        stands('b1', 'open'),
      ))

  test('that is lost is rejected as well', () =>
    given(...openBet)
      .when(lost('b1', { cashOut: true }))
      .then(rejected('b1', 'cashout_not_allowed_during_challenge')))

  test('is a settlement like any other on a funded account', () =>
    given(fundedAccount(eur(100)), accepted(bet('b1', eur(10))))
      .when(won('b1', eur(8), { cashOut: true }))
      .then(accepted('b1'), balance(eur(98)), losses(eur(2), eur(2)), event('BetSettled', { phase: 'funded' })))

  test('the same again is a duplicate and opens no second flag', () =>
    given(...openBet, won('b1', eur(20), { cashOut: true }))
      .when(won('b1', eur(20), { cashOut: true }))
      .then(duplicateOf('rejected', '00000000-0000-7000-8000-000300000000')))

  test('a settlement in earnest settles the bet after all', () =>
    given(...openBet, won('b1', eur(20), { cashOut: true }))
      .when(won('b1', eur(20)))
      .then(accepted('b1'), flags(), balance(eur(90))))

  test('after a flag of another kind it is rejected, and flagged anew', () =>
    given(...openBet, won('b1', eur(99)))
      .when(won('b1', eur(20), { cashOut: true }))
      .then(rejected('b1', 'cashout_not_allowed_during_challenge'), flags('cashout')))
})
