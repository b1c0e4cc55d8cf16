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
  fundedAccount,
  given,
  losses,
  lost,
  moves,
  placeBet,
  program,
  stands,
  status,
  tells,
  voided,
  won,
} from '../../../test/helpers/given.ts'

const openBet = [challenge(), accepted(bet('b1', eur(30)))]

describe('Rules 2.7, 4.10: the void of an open bet', () => {
  test('gives the stake back; the bet has nevertheless been placed', () =>
    given(...openBet)
      .when(voided('b1'))
      .then(
        accepted('b1'),
        tells('BetVoided'),
        event('BetVoided', { undone: 'open', stake: eur(30), returned: eur(0), loss: eur(0), lossAt: null }),
        event('BetVoided', { balanceAfter: eur(100), phase: 'challenge' }),
        moves(['reserved', 'available', eur(30)]),
        balances(eur(100), eur(0)),
        program({ betsAccepted: 1, betsOpen: 0 }),
        stands('b1', 'voided'),
      ))

  test('works the same way on a funded account', () =>
    given(fundedAccount(eur(100)), accepted(bet('b1', eur(30))))
      .when(voided('b1'))
      .then(accepted('b1'), balances(eur(100), eur(0)), event('BetVoided', { phase: 'funded' })))
})

describe('Rules 2.8: the void of a won bet', () => {
  test('takes the whole return back and gives the stake', () =>
    given(...openBet, won('b1', eur(60)))
      .when(voided('b1'))
      .then(
        event('BetVoided', { undone: 'won', stake: eur(30), returned: eur(60), loss: eur(0), lossAt: null }),
        event('BetVoided', { balanceAfter: eur(100) }),
        moves(['available', 'house', eur(60)], ['house', 'available', eur(30)]),
        balances(eur(100), eur(0)),
        flags(),
        program({ betsOpen: 0, betsAccepted: 1, peakBalance: eur(130) }),
        ({ world }) => expect(world.bets.get('b1')).toMatchObject({ standing: 'voided', settlement: null }),
      ))

  const staked = (stake: number) => [
    challenge(),
    accepted(bet('b1', eur(50))),
    won('b1', eur(100)),
    accepted(bet('b2', eur(stake))),
  ]

  test('may leave nothing available', () =>
    given(...staked(100))
      .when(voided('b1'))
      .then(balances(eur(0), eur(100)), flags()))

  test('opens a flag when it leaves less than nothing available, though the balance is above it', () =>
    given(...staked(100.01))
      .when(voided('b1'))
      .then(
        tells('BetVoided', 'FlagOpened'),
        balances(eur(-0.01), eur(100.01)),
        flags('negative_balance'),
        event('FlagOpened', {
          description: 'voided of bet b1 leaves less than nothing available',
          externalBetId: 'b1' as never,
        }),
      ))

  test('only that opens it: a void that makes up for some of it has nothing to tell', () =>
    given(...staked(100.01), accepted(bet('b3', eur(20))), voided('b1'))
      .when(voided('b3'))
      .then(accepted('b3'), balances(eur(-0.01), eur(100.01)), flags()))

  test('for less than the stake takes the loss back, too', () =>
    given(...openBet, won('b1', eur(12)))
      .when(voided('b1'))
      .then(
        event('BetVoided', { undone: 'won', returned: eur(12), loss: eur(18) }),
        moves(['available', 'house', eur(12)], ['house', 'available', eur(30)]),
        balance(eur(100)),
        losses(eur(0), eur(0)),
      ))
})

test('Rules 2.9: the void of a lost bet gives the stake back and uncounts the loss', () =>
  given(...openBet, lost('b1', { at: '12:04' }), at('12:10'))
    .when(voided('b1'))
    .then(
      event('BetVoided', { undone: 'lost', stake: eur(30), returned: eur(0), loss: eur(30) }),
      ({ outcomes }) =>
        expect(outcomes[0]?.events[0]).toMatchObject({ lossAt: outcomes[0]?.before.bet?.settlement?.at }),
      moves(['house', 'available', eur(30)]),
      balance(eur(100)),
      losses(eur(0), eur(0)),
      program({ lowestBalance: eur(70) }),
      stands('b1', 'voided'),
    ))

describe('Rules 4.1: the same void again', () => {
  test.each([
    ['an open', []],
    ['a won', [won('b1', eur(60))]],
    ['a lost', [lost('b1')]],
  ])('of %s bet is a duplicate', (_what, before) =>
    given(...openBet, ...before, voided('b1'))
      .when(voided('b1'))
      .then(duplicateOf('accepted'), balance(eur(100))),
  )

  test('the settlement that it undid stays a duplicate', () =>
    given(...openBet, won('b1', eur(60)), voided('b1'))
      .when(won('b1', eur(60)))
      .then(duplicateOf('accepted'), balance(eur(100))))
})

describe('Rules 4.11: the void of a bet that was not accepted', () => {
  test.each([
    ['unknown', [], 'unknown'],
    ['rejected', [challenge(), placeBet('b1', eur(500))], 'unaccepted'],
    ['known by its settlement alone', [challenge(), lost('b1')], 'unaccepted'],
  ] as const)('a bet that is %s: answered accepted, without effect and without a key', (_how, before, standing) => {
    given(...before)
      .when(voided('b1'))
      .then(
        accepted('b1'),
        tells('UnacceptedBetVoided'),
        event('UnacceptedBetVoided', { programId: null, phase: null, balanceAfter: null }),
        moves(),
        flags(),
        stands('b1', standing),
        ({ world }) => expect(world.bets.get('b1')?.verdicts.voided).toBeUndefined(),
      )
    given(...before, voided('b1'))
      .when(voided('b1'))
      .then(accepted('b1'), tells('UnacceptedBetVoided'))
  })

  test('it changes nothing for what comes later', () =>
    given(challenge(), voided('b1'))
      .when(placeBet('b1', eur(10)), voided('b1'))
      .then(accepted('b1'), moves(['available', 'reserved', eur(10)], ['reserved', 'available', eur(10)])))
})

describe('Rules 4.5, 4.8: a void that does not fit', () => {
  test.each([
    ['another user', by(BEN, voided('b1'))],
    ['another stake', voided('b1', { stake: eur(29) })],
    ['other odds', voided('b1', { odds: 1.9 })],
  ])('%s: flagged as mismatch, and the bet stays open', (_what, wrong) =>
    given(...openBet, by(BEN, challenge()))
      .when(wrong)
      .then(
        flagged('b1', 'settlement_mismatch'),
        tells('BetFlagged', 'FlagOpened'),
        flags('settlement_mismatch'),
        stands('b1', 'open'),
        balances(eur(70), eur(30)),
      ),
  )

  test('put right, it takes effect', () =>
    given(...openBet, voided('b1', { stake: eur(29) }))
      .when(voided('b1', { stake: eur(30), odds: 2 }))
      .then(accepted('b1'), balances(eur(100), eur(0))))

  test('wrong again, it is a duplicate', () =>
    given(...openBet, voided('b1', { stake: eur(29) }))
      .when(voided('b1', { stake: eur(28) }))
      .then(duplicateOf('flagged')))
})

describe('Rules 4.7: a void after the pass or the end', () => {
  const passed = [
    challenge({ target: eur(110) }),
    accepted(bet('b0', eur(5))),
    lost('b0'),
    accepted(bet('b1', eur(15))),
    accepted(bet('b2', eur(5))),
    won('b1', eur(30)),
  ]

  test('of a bet left open is accepted, without movement and without a flag', () =>
    given(...passed)
      .when(voided('b2'))
      .then(
        accepted('b2'),
        tells('BetVoided'),
        ({ world, outcomes }) =>
          expect(outcomes[0]?.events[0]).toMatchObject({
            undone: 'nothing',
            programId: world.player().program?.id,
            phase: 'challenge',
            stake: eur(5),
            returned: 0,
            loss: 0,
            lossAt: null,
            balanceAfter: null,
          }),
        moves(),
        balances(eur(105), eur(5)),
        program({ status: 'passed_pending_choice', betsOpen: 1 } as never),
        stands('b2', 'voided'),
      ))

  test('of a bet left open has its key, and a settlement contradicts it', () => {
    given(...passed, voided('b2'))
      .when(voided('b2'))
      .then(duplicateOf('accepted'))
    given(...passed, voided('b2'))
      .when(lost('b2'))
      .then(flagged('b2', 'conflicting_settlement'))
  })

  test.each([
    ['won', 'b1', won('b1', eur(30)), lost('b1')],
    ['lost', 'b0', lost('b0'), won('b0', eur(10))],
  ] as const)('of a %s bet is flagged, takes the key and leaves the settlement', (standing, name, again, other) => {
    given(...passed)
      .when(voided(name))
      .then(
        flagged(name, 'program_closed'),
        tells('BetFlagged', 'FlagOpened'),
        flags('program_closed'),
        event('FlagOpened', { description: expect.stringContaining('reverses a settlement that counted') as never }),
        moves(),
        status('passed_pending_choice'),
        balance(eur(110)),
        stands(name, standing),
      )
    given(...passed, voided(name))
      .when(voided(name))
      .then(duplicateOf('flagged'))
    given(...passed, voided(name))
      .when(again)
      .then(duplicateOf('accepted'))
    given(...passed, voided(name))
      .when(other)
      .then(flagged(name, 'conflicting_settlement'))
  })

  test('of a challenge that has ended since leaves the program of today alone', () =>
    given(...openBet, cancelled, at('2026-03-03 00:00'), challenge({}, '2026-03-03 00:00'))
      .when(voided('b1'))
      .then(accepted('b1'), moves(), balances(eur(100), eur(0)), program({ betsOpen: 0 }), stands('b1', 'voided')))

  test('of a settlement that failed the challenge leaves it failed, and opens a flag', () =>
    given(challenge({ limits: { totalDrawdownPercent: 5_000 as never } }), accepted(bet('b1', eur(50))), lost('b1'))
      .when(voided('b1'))
      .then(flagged('b1', 'program_closed'), flags('program_closed'), status('failed'), stands('b1', 'lost')))

  test('is judged before a mismatch', () =>
    given(...passed)
      .when(voided('b1', { stake: eur(99) }), voided('b2', { stake: eur(99) }))
      .then(flagged('b1', 'program_closed'), accepted('b2'), flags('program_closed')))
})
