import { describe, expect, test } from 'vitest'
import {
  accepted,
  at,
  BEN,
  balance,
  balances,
  bet,
  by,
  cancelled,
  challenge,
  duplicateOf,
  eur,
  event,
  flagged,
  flags,
  given,
  lost,
  moves,
  placeBet,
  program,
  purchase,
  stands,
  tells,
  voided,
  won,
} from '../../../test/helpers/given.ts'

const openBet = [challenge(), accepted(bet('b1', eur(30), { odds: 1.5 }))]

describe('Rules 4.4: no_accepted_placement', () => {
  test.each([
    ['unknown', []],
    ['rejected', [challenge(), placeBet('b1', eur(500))]],
    ['placed without a program', [placeBet('b1', eur(10)), challenge()]],
  ])('a bet that is %s: nothing moves, no flag opens', (_how, before) =>
    given(...before)
      .when(won('b1', eur(20)))
      .then(
        flagged('b1', 'no_accepted_placement'),
        tells('BetFlagged'),
        event('BetFlagged', { programId: null, phase: null, balanceAfter: null, reason: 'no_accepted_placement' }),
        moves(),
        stands('b1', 'unaccepted'),
      ),
  )

  test('the placement may follow, even of another user, and then the settlement', () =>
    given(challenge(), lost('b1'), by(BEN, challenge()), by(BEN, accepted(bet('b1', eur(10)))))
      .when(by(BEN, lost('b1')))
      .then(accepted('b1'), ({ world }) => {
        expect(world.bets.get('b1')?.playerId).toBe(BEN)
        expect(world.player(BEN).program?.balances.available).toBe(eur(90))
      }))
})

test("Rules 4.5: another user's bet is a mismatch and moves neither of the two", () =>
  given(...openBet, by(BEN, challenge()))
    .when(by(BEN, lost('b1')))
    .then(
      flagged('b1', 'settlement_mismatch'),
      tells('BetFlagged', 'FlagOpened'),
      flags('settlement_mismatch'),
      balances(eur(70), eur(30)),
      stands('b1', 'open'),
      ({ world }) => {
        expect(world.player(BEN).program?.balances.available).toBe(eur(100))
        expect(world.bets.get('b1')?.playerId).toBe('anna')
      },
    ))

describe('Rules 4.6: conflicting_settlement', () => {
  test.each([
    ['won after lost', lost('b1'), won('b1', eur(45)), 'lost', 70],
    ['lost after won', won('b1', eur(45)), lost('b1'), 'won', 115],
    ['won after void', voided('b1'), won('b1', eur(45)), 'voided', 100],
    ['lost after void', voided('b1'), lost('b1'), 'voided', 100],
  ] as const)('%s: a flag opens and the first report stands', (_what, first, second, standing, left) =>
    given(...openBet, first)
      .when(second)
      .then(
        flagged('b1', 'conflicting_settlement'),
        flags('conflicting_settlement'),
        moves(),
        event('BetFlagged', { balanceAfter: eur(left), phase: 'challenge' }),
        balance(eur(left)),
        stands('b1', standing),
      ),
  )

  test('the first report remains a duplicate of itself', () =>
    given(...openBet, lost('b1'), won('b1', eur(45)))
      .when(lost('b1'))
      .then(duplicateOf('accepted')))
})

describe('Rules 4.7: program_closed', () => {
  test('a settlement after the pass is recorded under the challenge and moves nothing', () =>
    given(
      challenge({ target: eur(110) }),
      accepted(bet('b1', eur(10))),
      accepted(bet('b2', eur(5))),
      won('b1', eur(20)),
    )
      .when(won('b2', eur(10)))
      .then(
        flagged('b2', 'program_closed'),
        tells('BetFlagged'),
        ({ world, outcomes }) =>
          expect(outcomes[0]?.events[0]).toMatchObject({
            programId: world.player().program?.id,
            phase: 'challenge',
            balanceAfter: null,
          }),
        balances(eur(105), eur(5)),
        stands('b2', 'open'),
      ))

  test('a settlement after the end knows the program that took the bet, not the one that runs now', () =>
    given(...openBet, cancelled, at('2026-03-03 00:00'), challenge({}, '2026-03-03 00:00'))
      .when(lost('b1'))
      .then(
        flagged('b1', 'program_closed'),
        flags(),
        balances(eur(100), eur(0)),
        event('BetFlagged', { programId: '00000000-0000-7000-8000-000100000000' as never, balanceAfter: null }),
        program({ id: '00000000-0000-7000-8000-000400000000' as never }),
      ))

  test('is given at expiry: what is due came first', () =>
    given(...openBet, at('2026-04-01 12:00'))
      .when(won('b1', eur(45)))
      .then(flagged('b1', 'program_closed'), tells('ChallengeExpiringSoon', 'ChallengeFailed', 'BetFlagged')))
})

describe('Rules 4.8: settlement_mismatch', () => {
  test.each([
    ['another stake', won('b1', eur(45), { stake: eur(30.01) })],
    ['a smaller stake', lost('b1', { stake: eur(29.99) })],
    ['other odds', lost('b1', { odds: 1.5001 })],
    ['shorter odds', won('b1', eur(45), { stake: eur(30), odds: 1.4999 })],
    ['a return above stake x odds', won('b1', eur(45.01))],
  ])('%s: a flag opens and the bet stays open', (_what, settlement) =>
    given(...openBet)
      .when(settlement)
      .then(
        flagged('b1', 'settlement_mismatch'),
        tells('BetFlagged', 'FlagOpened'),
        flags('settlement_mismatch'),
        event('BetFlagged', { balanceAfter: eur(100) }),
        event('FlagOpened', {
          externalBetId: 'b1' as never,
          description: expect.stringContaining('does not match the accepted placement') as never,
        }),
        moves(),
        program({ betsOpen: 1 }),
        stands('b1', 'open'),
      ),
  )

  test('stake and odds as placed, and exactly stake x odds, are fine', () =>
    given(...openBet)
      .when(won('b1', eur(45), { stake: eur(30), odds: 1.5 }))
      .then(accepted('b1')))

  test('the return is held against stake x odds half up to the cent', () => {
    const third = [challenge(), accepted(bet('b1', eur(3.33), { odds: 1.5 }))] // 4.995
    given(...third)
      .when(won('b1', eur(5)))
      .then(accepted('b1'))
    given(...third)
      .when(won('b1', eur(5.01)))
      .then(flagged('b1', 'settlement_mismatch'))
  })
})

describe('Rules 4.12: flagged, and sent again', () => {
  test('with the same verdict it is a duplicate of the first, stores nothing and opens no second flag', () =>
    given(...openBet, won('b1', eur(200)))
      .when(won('b1', eur(300)))
      .then(duplicateOf('flagged', '00000000-0000-7000-8000-000300000000')))

  test('put right, it is applied, and nothing closes the flag of before', () =>
    given(...openBet, won('b1', eur(200)))
      .when(won('b1', eur(45)))
      .then(accepted('b1'), tells('BetSettled'), balance(eur(115))))

  test('with another verdict it is stored and flagged anew', () =>
    given(...openBet, won('b1', eur(200)), lost('b1'))
      .when(won('b1', eur(200)))
      .then(flagged('b1', 'conflicting_settlement'), flags('conflicting_settlement')))

  test('a doubt of one status says nothing of another', () =>
    given(...openBet, won('b1', eur(200), { stake: eur(1) }))
      .when(lost('b1', { stake: eur(1) }))
      .then(flagged('b1', 'settlement_mismatch'), flags('settlement_mismatch')))

  test.each([
    ['no_accepted_placement', [challenge(), lost('b9')], lost('b9')],
    ['program_closed', [...openBet, cancelled, lost('b1')], lost('b1')],
    ['conflicting_settlement', [...openBet, lost('b1'), won('b1', eur(45))], won('b1', eur(45))],
  ])('%s, resent, is a duplicate', (_reason, before, again) =>
    given(...before)
      .when(again)
      .then(duplicateOf('flagged')),
  )

  test('program_closed is no last word: after a void the same settlement contradicts it', () =>
    given(...openBet, cancelled, lost('b1'), voided('b1'))
      .when(lost('b1'))
      .then(flagged('b1', 'conflicting_settlement'), flags('conflicting_settlement')))

  test('a settlement that came before its placement is applied when it comes again', () =>
    given(purchase(), lost('b1'), accepted(bet('b1', eur(10))))
      .when(lost('b1'))
      .then(accepted('b1'), balance(eur(90)), stands('b1', 'lost')))
})
