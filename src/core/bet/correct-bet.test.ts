import { describe, test } from 'vitest'
import {
  acceptedBet,
  account,
  at,
  BEN,
  balance,
  balances,
  bet,
  by,
  cancelled,
  challenge,
  cooldownUntil,
  corrected,
  eur,
  event,
  failed,
  flagged,
  flags,
  gained,
  given,
  losses,
  lost,
  type Move,
  moves,
  noCooldown,
  paid,
  pct,
  placeBet,
  program,
  refused,
  stands,
  status,
  tells,
  utc,
  voided,
  won,
} from '../../../test/helpers/given.ts'
import { lostBet, openBet, voidBet, wonBet } from '../../../test/helpers/settled-bets.ts'

describe('Rules 4.17: a correction moves the money of the first outcome back, and then that of the new one', () => {
  test('a bet that was lost is won', () =>
    given(...lostBet)
      .when(corrected('b1', 'won', eur(75)))
      .then(
        tells('BetCorrected'),
        event('BetCorrected', { undone: 'lost', outcome: 'won', stake: eur(30), returned: eur(75), loss: eur(0) }),
        event('BetCorrected', { returnedBefore: eur(0), lossBefore: eur(30), balanceAfter: eur(145) }),
        event('BetCorrected', { note: 'The feed was wrong', phase: 'challenge', settledAt: utc('12:00') }),
        moves(
          ['house', 'available', eur(30)],
          ['available', 'reserved', eur(30)],
          ['reserved', 'house', eur(30)],
          ['house', 'available', eur(75)],
        ),
        balances(eur(145), eur(0)),
        losses(eur(0), eur(0)),
        stands('b1', 'won'),
        program({ betsOpen: 0, betsAccepted: 1, lowestBalance: eur(70), peakBalance: eur(145) }),
      ))

  test('a bet that was won is lost', () =>
    given(...wonBet)
      .when(corrected('b1', 'lost'))
      .then(
        event('BetCorrected', { undone: 'won', outcome: 'lost', returnedBefore: eur(90), loss: eur(30) }),
        moves(
          ['available', 'house', eur(90)],
          ['house', 'available', eur(30)],
          ['available', 'reserved', eur(30)],
          ['reserved', 'house', eur(30)],
        ),
        balances(eur(70), eur(0)),
        losses(eur(30), eur(30)),
        stands('b1', 'lost'),
        flags(),
      ))

  test('a bet that was won is void', () =>
    given(...wonBet)
      .when(corrected('b1', 'voided'))
      .then(
        moves(['available', 'house', eur(90)], ['house', 'available', eur(30)]),
        balances(eur(100), eur(0)),
        stands('b1', 'voided'),
      ))

  test('a bet that was void is won: nothing is moved back', () =>
    given(...voidBet)
      .when(corrected('b1', 'won', eur(90)))
      .then(
        event('BetCorrected', { undone: 'voided', returnedBefore: eur(0), lossBefore: eur(0) }),
        moves(['available', 'reserved', eur(30)], ['reserved', 'house', eur(30)], ['house', 'available', eur(90)]),
        balances(eur(160), eur(0)),
      ))

  test('a bet that was void is void: nothing moves at all', () =>
    given(...voidBet)
      .when(corrected('b1', 'voided'))
      .then(tells('BetCorrected'), moves(), balances(eur(100), eur(0)), stands('b1', 'voided')))

  test('a won bet without an amount returns stake x odds', () =>
    given(...lostBet)
      .when(corrected('b1', 'won'))
      .then(event('BetCorrected', { returned: eur(90) }), balance(eur(160))))

  test('it can be corrected again, and voided by the feed', () =>
    given(...wonBet, corrected('b1', 'lost'))
      .when(corrected('b1', 'won', eur(40)), voided('b1'))
      .then(
        tells('BetCorrected', 'BetVoided'),
        event('BetCorrected', { undone: 'lost', lossBefore: eur(30) }),
        event('BetVoided', { undone: 'won', returned: eur(40) }),
        balance(eur(100)),
        losses(eur(0), eur(0)),
      ))

  test('what happens between the two outcomes leaves no mark', () =>
    given(challenge(), acceptedBet(bet('b1', eur(30), { odds: 3 })), won('b1', eur(90)))
      .when(corrected('b1', 'won', eur(80)))
      .then(program({ lowestBalance: eur(100), peakBalance: eur(160) }), balance(eur(150))))
})

describe('Rules 4.17: the loss belongs to the day of the first settlement', () => {
  const limits = { limits: { dailyDrawdownPercent: pct(30), cooldownHours: 2 } }
  const early = [
    challenge(limits),
    acceptedBet(bet('b1', eur(30), { at: '11:58' })),
    won('b1', eur(60), { at: '12:00' }),
  ]

  test('of the same day it counts to the session and starts a cooldown from that time', () =>
    given(...early, at('12:30'))
      .when(corrected('b1', 'lost'))
      .then(tells('BetCorrected', 'CooldownTriggered'), cooldownUntil('14:00'), losses(eur(30), eur(30))))

  test('of yesterday it starts none', () =>
    given(...early, at('2026-03-03 00:10'))
      .when(corrected('b1', 'lost'))
      .then(
        tells('BetCorrected'),
        noCooldown,
        losses(eur(0), eur(0)),
        event('BetCorrected', { settledAt: utc('12:00') }),
      ))

  test('of a bet that was settled, then voided: of the settlement', () =>
    given(...early, at('12:40'), voided('b1'), at('13:00'))
      .when(corrected('b1', 'lost'))
      .then(event('BetCorrected', { settledAt: utc('12:00') }), cooldownUntil('14:00')))

  test('of a bet that was never settled: of the void', () =>
    given(challenge(limits), acceptedBet(bet('b1', eur(30))), at('12:20'), voided('b1'), at('13:00'))
      .when(corrected('b1', 'lost'))
      .then(event('BetCorrected', { settledAt: utc('12:20') }), cooldownUntil('14:20')))

  test('a cooldown that loses its reason is lifted', () =>
    given(challenge(limits), acceptedBet(bet('b1', eur(30))), lost('b1'), at('12:30'))
      .when(corrected('b1', 'won', eur(60)))
      .then(
        tells('BetCorrected', 'CooldownLifted'),
        event('CooldownLifted', { why: 'correction', at: utc('12:30') }),
        noCooldown,
      ))

  test('one that keeps its reason stays as it is', () =>
    given(challenge(limits), acceptedBet(bet('b1', eur(40))), lost('b1'), at('12:30'))
      .when(corrected('b1', 'won', eur(10)))
      .then(tells('BetCorrected'), cooldownUntil('14:00'), losses(eur(30), eur(30))))
})

describe('Rules 4.17: a correction sets off what a settlement does', () => {
  test('the end by drawdown', () =>
    given(
      challenge({ limits: { totalDrawdownPercent: pct(50) } }),
      acceptedBet(bet('b1', eur(25))),
      acceptedBet(bet('b2', eur(25))),
      won('b1', eur(30)),
      lost('b2'),
      at('13:00'),
    )
      .when(corrected('b1', 'lost'))
      .then(tells('BetCorrected', 'ChallengeFailed'), failed('max_drawdown_exceeded', '13:00')))

  test('the pass', () =>
    given(challenge({ target: eur(160) }), acceptedBet(bet('b1', eur(30), { odds: 3 })), lost('b1'))
      .when(corrected('b1', 'won'))
      .then(tells('BetCorrected', 'ChallengePassed'), status('passed_pending_choice')))

  test('the mandatory payout', () =>
    given(account({ fundedMandatoryPayoutPercent: pct(150) }), acceptedBet(bet('b1', eur(50))), lost('b1'))
      .when(corrected('b1', 'won', eur(100)), placeBet('b2', eur(1)))
      .then(tells('BetCorrected', 'PayoutRequested', 'BetRejected')))
})

describe('Rules 4.17: whom a correction makes look', () => {
  test('less than nothing available', () =>
    given(...wonBet, acceptedBet(bet('b2', eur(130))))
      .when(corrected('b1', 'lost'))
      .then(tells('BetCorrected', 'FlagOpened'), flags('negative_balance'), balances(eur(-60), eur(130))))

  test('less than the funded amount after a payout', () =>
    given(account(), ...gained('b1', eur(50)), ...paid(eur(20)))
      .when(corrected('b1', 'lost'))
      .then(flags('void_after_payout')))

  test('a correction for the better or to the same makes nobody look, though the balance is below the funded amount', () =>
    given(account(), ...gained('b1', eur(50)), ...paid(eur(50)), acceptedBet(bet('b2', eur(20))), lost('b2'))
      .when(corrected('b2', 'won', eur(5)), corrected('b2', 'won', eur(5)))
      .then(tells('BetCorrected', 'BetCorrected'), flags(), balance(eur(85))))
})

describe('Rules 4.17: what cannot be corrected', () => {
  test.each<[string, readonly Move[]]>([
    ['open', openBet],
    ['rejected', [challenge(), placeBet('b1', eur(101))]],
    ['unknown', [challenge()]],
  ])('a bet that is %s', (_what, before) =>
    given(...before)
      .when(corrected('b1', 'won'))
      .then(refused('bet_not_settled'), tells()),
  )

  test.each<[string, readonly Move[]]>([
    ['is over', [...lostBet, cancelled]],
    ['has passed', [challenge({ target: eur(110) }), acceptedBet(bet('b1', eur(30))), won('b1', eur(60))]],
    ['came before the one that runs', [...lostBet, cancelled, at('2026-03-03 00:00'), challenge()]],
    ['is over, and voided since', [...openBet, cancelled, voided('b1')]],
  ])('a bet of a program that %s', (_what, before) =>
    given(...before)
      .when(corrected('b1', 'won'))
      .then(refused('program_closed')),
  )

  test('to more than stake x odds: flagged like a settlement', () =>
    given(...lostBet)
      .when(corrected('b1', 'won', eur(90.01)))
      .then(flagged('b1', 'settlement_mismatch'), flags('settlement_mismatch'), balance(eur(70))))

  test('a bet that was open when its challenge passed', () =>
    given(challenge({ target: eur(100) }), acceptedBet(bet('b1', eur(30))))
      .when(corrected('b1', 'won'))
      .then(refused('bet_not_settled')))

  test('another player’s correction is not possible: the bet is of whoever placed it', () =>
    given(...lostBet)
      .when(by(BEN, corrected('b1', 'won')))
      .then(refused('program_closed')))
})
