import { describe, expect, test } from 'vitest'
import {
  accepted,
  at,
  balances,
  bet,
  cancelled,
  challenge,
  continued,
  eur,
  event,
  fundedAccount,
  given,
  lost,
  moves,
  passedChallenge,
  pct,
  program,
  refunded,
  refused,
  says,
  tells,
  tellsNothing,
  termsOf,
  utc,
  voided,
  won,
} from '../../../test/helpers/given.ts'

const CHALLENGE_ID = '00000000-0000-7000-8000-000100000000'

const withoutAChoice = [
  ['no program', []],
  ['a running challenge', [challenge()]],
  ['a funded account', [fundedAccount(eur(100))]],
  ['a refunded challenge', [passedChallenge(), refunded]],
] as const

describe('Rules 2.11, 5.9, 8.1: continuing', () => {
  const deal = { fundedBalance: eur(250), fundedLimits: { maxStakePercent: pct(25) } }

  test('completes the challenge and opens the funded account; the own stake goes on', () =>
    given(passedChallenge(deal), at('13:00'))
      .when(continued)
      .then(
        tells('ChallengeCompleted', 'FundedAccountActivated'),
        event('ChallengeCompleted', {
          at: utc('13:00'),
          programId: CHALLENGE_ID as never,
          closing: {
            finalBalance: eur(100),
            released: eur(1),
            swept: eur(100),
            ownStake: eur(20),
            ownStakeGoes: 'on',
          },
        }),
        event('FundedAccountActivated', {
          challengeId: CHALLENGE_ID as never,
          fundedAmount: eur(250),
          ownStake: eur(20),
        }),
        moves(['reserved', 'available', eur(1)], ['available', 'house', eur(100)], ['house', 'available', eur(250)]),
        ({ world, outcomes }) => {
          const id = '00000000-0000-7000-8000-000300000001'
          expect(outcomes[0]?.answer).toEqual({ kind: 'continued', fundedAccountId: id })
          expect(world.player().program).toEqual({
            kind: 'funded',
            id,
            terms: termsOf({ ...deal, target: eur(100) }),
            status: 'active',
            challengeId: CHALLENGE_ID,
            startedAt: utc('13:00'),
            startingBalance: eur(250),
            balances: { available: eur(250), reserved: 0, held: 0 },
            lowestBalance: eur(250),
            peakBalance: eur(250),
            betsAccepted: 0,
            betsRejected: 0,
            betsOpen: 0,
            losses: [],
            sessionSince: null,
            cooldown: null,
            pastCooldowns: [],
            endedAt: null,
            finalBalance: null,
            refundableOwnStake: eur(20),
            endReason: null,
            lastActivityAt: utc('13:00'),
            pendingPayout: null,
            payoutCount: 0,
            totalWithdrawn: 0,
            lastPayoutAt: null,
            firstPayoutAsked: false,
            mandatoryArmed: true,
            deadlineTold: false,
          })
        },
      ))

  test('leaves the bets of the challenge behind', () =>
    given(passedChallenge(deal), continued)
      .when(voided('the-pass'))
      .then(accepted('the-pass'), moves(), balances(eur(250), eur(0)), program({ betsOpen: 0 })))

  test.each(withoutAChoice)('with %s is refused', (_what, before) =>
    given(...before)
      .when(continued)
      .then(refused('no_pending_choice'), tellsNothing),
  )
})

describe('Rules 2.10, 5.10: the refund', () => {
  test('ends the challenge, returns the own stake and voids the bonus', () =>
    given(passedChallenge({ ownStake: eur(30), balance: eur(120) }))
      .when(refunded)
      .then(
        tells('ChallengeStakeRefunded', 'ChallengeBonusVoided'),
        event('ChallengeBonusVoided', { bonusAmount: eur(90), programId: CHALLENGE_ID as never }),
        event('ChallengeStakeRefunded', { programId: CHALLENGE_ID as never }),
        moves(['reserved', 'available', eur(1)], ['available', 'house', eur(120)], ['stake_held', 'player', eur(30)]),
        program({ status: 'refunded', endedAt: utc('12:00'), finalBalance: eur(120) }),
        balances(eur(0), eur(0)),
        ({ outcomes }) =>
          expect(outcomes[0]?.answer).toEqual({ kind: 'refunded', ownStake: eur(30), bonusAmount: eur(90) }),
      ))

  test.each(withoutAChoice)('with %s is refused', (_what, before) =>
    given(...before)
      .when(refunded)
      .then(refused('no_pending_choice'), tellsNothing),
  )
})

describe('Rules 2.10, 2.12, 5.11: cancelling', () => {
  test('forfeits the own stake and empties the challenge', () =>
    given(challenge(), accepted(bet('b1', eur(30))), at('13:00'))
      .when(cancelled)
      .then(
        tells('ChallengeCancelled'),
        event('ChallengeCancelled', {
          bonusVoided: eur(80),
          closing: {
            finalBalance: eur(100),
            released: eur(30),
            swept: eur(100),
            ownStake: eur(20),
            ownStakeGoes: 'forfeited',
          },
        }),
        moves(
          ['reserved', 'available', eur(30)],
          ['available', 'house', eur(100)],
          ['stake_held', 'forfeited', eur(20)],
        ),
        program({ status: 'cancelled', endedAt: utc('13:00'), finalBalance: eur(100) }),
        ({ outcomes }) => expect(outcomes[0]?.answer).toEqual({ kind: 'cancelled' }),
      ))

  test('works while the choice is pending', () =>
    given(passedChallenge())
      .when(cancelled)
      .then(tells('ChallengeCancelled'), program({ status: 'cancelled' })))

  test('ends a cooldown', () =>
    given(
      challenge({ limits: { dailyDrawdownPercent: pct(10), cooldownHours: 24 } }),
      accepted(bet('b1', eur(10))),
      lost('b1'),
    )
      .when(cancelled)
      .then(tells('CooldownLifted', 'ChallengeCancelled'), event('CooldownLifted', { why: 'program_over' })))

  test('makes up for less than nothing', () =>
    given(
      challenge(),
      accepted(bet('b1', eur(100))),
      won('b1', eur(200)),
      accepted(bet('b2', eur(150))),
      lost('b2'),
      voided('b1'),
    )
      .when(cancelled)
      .then(
        moves(['house', 'available', eur(50)], ['stake_held', 'forfeited', eur(20)]),
        program({ finalBalance: eur(-50) }),
      ))

  test.each([
    ['no program', []],
    ['a funded account', [fundedAccount(eur(100))]],
    ['a refunded challenge', [passedChallenge(), refunded]],
    ['a cancelled challenge', [challenge(), cancelled]],
  ])('with %s is refused', (_what, before) =>
    given(...before)
      .when(cancelled)
      .then(refused('not_found'), says('The user has no challenge that can be cancelled'), tellsNothing),
  )
})
