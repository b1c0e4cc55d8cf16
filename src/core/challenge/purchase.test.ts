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
  excluded,
  fundedAccount,
  given,
  lost,
  type Move,
  moves,
  passedChallenge,
  pct,
  placeBet,
  program,
  programOf,
  purchase,
  readmitted,
  refunded,
  refused,
  says,
  tells,
  tellsNothing,
  tellsTheTime,
  tenant,
  termsOf,
  utc,
  woken,
} from '../../../test/helpers/given.ts'
import { decide } from '../decide.ts'
import type { EventId } from '../ids.ts'
import type { FundedAccount } from '../program.ts'

const NEXT_DAY = utc('2026-03-03 00:00')

describe('Rules 2.3, 5.1: a purchase', () => {
  test('starts a challenge with own stake plus bonus', () =>
    given()
      .when(purchase({ balance: eur(250), ownStake: eur(50), target: eur(400), days: 7 }))
      .then(
        tells('ChallengePurchased'),
        event('ChallengePurchased', {
          at: utc('12:00'),
          startedAt: utc('12:00'),
          expiresAt: utc('2026-03-09 12:00'),
          ownStake: eur(50),
          bonusAmount: eur(200),
          startingBalance: eur(250),
          targetBalance: eur(400),
        }),
        moves(['player_paid', 'stake_held', eur(50)], ['house', 'available', eur(250)]),
        ({ world, outcomes }) => {
          const terms = termsOf({ balance: eur(250), ownStake: eur(50), target: eur(400), days: 7 })
          const id = '00000000-0000-7000-8000-000100000000'
          expect(outcomes[0]?.events[0]).toMatchObject({ id, programId: id })
          expect(world.player().program).toEqual({
            kind: 'challenge',
            id,
            terms,
            status: 'active',
            startedAt: utc('12:00'),
            expiresAt: utc('2026-03-09 12:00'),
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
            failureReason: null,
            reminded: false,
            activeDays: [],
            passedAt: null,
          })
          expect(outcomes[0]?.answer).toEqual({ kind: 'purchased', challenge: world.player().program })
        },
      ))

  test('without an own stake puts nothing aside', () =>
    given()
      .when(purchase({ ownStake: eur(0) }))
      .then(moves(['house', 'available', eur(100)])))
})

/** Each reason to refuse, in the order of the contract, with what brings it about. */
const reasons: readonly (readonly [code: Parameters<typeof refused>[0], before: readonly Move[], asked: Move])[] = [
  ['validation_error', [], purchase('missing', '12:05:00.001')],
  ['tier_not_found', [], purchase('missing')],
  ['tier_disabled', [], purchase('disabled')],
  ['user_self_excluded', [excluded()], purchase()],
  ['active_challenge_exists', [challenge()], purchase()],
  ['challenge_awaiting_choice', [passedChallenge()], purchase()],
  ['active_funded_account_exists', [fundedAccount(eur(100))], purchase()],
  ['purchase_cooldown', [challenge(), cancelled], purchase()],
  ['monthly_challenge_limit_reached', [tenant({ monthlyChallengeLimit: 1, purchasesThisMonth: 1 })], purchase()],
]

describe('Rules 5.1: a purchase is refused', () => {
  test.each(reasons)('with %s, and tells nothing', (code, before, asked) =>
    given(...before)
      .when(asked)
      .then(tellsNothing, ({ outcomes, world }) => {
        expect(outcomes[0]?.answer).toMatchObject({ kind: 'refused', code })
        expect(world.player()).toEqual({ ...outcomes[0]?.before, bet: null })
      }),
  )

  test('for the first reason of several: wrong fields before the tier, the tier before the player', () => {
    const month = tenant({ monthlyChallengeLimit: 1, purchasesThisMonth: 1 })
    const everything = [challenge(), cancelled, excluded(), month]
    given(...everything)
      .when(purchase('missing', '12:05:00.001'))
      .then(refused('validation_error', { field: 'timestamp' }))
    given(...everything)
      .when(purchase('missing'))
      .then(refused('tier_not_found'))
    given(...everything)
      .when(purchase('disabled'))
      .then(refused('tier_disabled'))
    given(...everything)
      .when(purchase())
      .then(refused('user_self_excluded'))
    given(...everything, readmitted)
      .when(purchase())
      .then(refused('purchase_cooldown', { cooldownUntil: NEXT_DAY }))
    given(...everything, readmitted, at('2026-03-03 00:00'))
      .when(purchase())
      .then(refused('monthly_challenge_limit_reached'))
  })

  test.each([
    ['active_challenge_exists', challenge()],
    ['challenge_awaiting_choice', passedChallenge()],
    ['active_funded_account_exists', fundedAccount(eur(100))],
  ] as const)('with user_self_excluded before %s, and with that before the month', (code, before) => {
    const full = tenant({ monthlyChallengeLimit: 1, purchasesThisMonth: 1 })
    given(before, full, excluded()).when(purchase()).then(refused('user_self_excluded'))
    given(before, full).when(purchase()).then(refused(code))
  })
})

describe('Rules 5.2: a start in the past', () => {
  test('counts the days from there', () =>
    given()
      .when(purchase({}, '2026-02-20 09:00'))
      .then(program({ startedAt: utc('2026-02-20 09:00'), expiresAt: utc('2026-03-22 09:00') })))

  test('may be 5 minutes ahead of the clock', () => {
    given()
      .when(purchase({}, '12:05'))
      .then(program({ startedAt: utc('12:05') }))
    given()
      .when(purchase({}, '12:05:00.001'))
      .then(refused('validation_error', { field: 'timestamp' }), says('lies in the future'), tellsTheTime)
  })

  test('must leave something of the challenge', () => {
    given()
      .when(purchase({}, '2026-01-31 12:00'))
      .then(
        refused('validation_error', { field: 'timestamp' }),
        says('lies so far back that the challenge would have expired already'),
        tellsTheTime,
      )
    given()
      .when(purchase({}, '2026-01-31 12:00:00.001'))
      .then(program({ expiresAt: utc('12:00:00.001') }))
  })

  test('must not lie before the end of the program before; that moment itself is fine', () => {
    const before = [challenge(), at('13:00'), cancelled, at('2026-03-03 00:00')]
    const tooEarly = says('lies earlier than the end of the program before')
    given(...before)
      .when(purchase({}, '2026-03-02 12:59:59.999'))
      .then(refused('validation_error', { field: 'timestamp' }), tooEarly)
    given(...before)
      .when(purchase({}, '2026-03-02 13:00'))
      .then(program({ startedAt: utc('13:00') }))
  })

  test('that nobody gave is never before it either, though the clock of one replica is behind that of another', () =>
    given(passedChallenge(), at('13:00'), refunded, at('12:59:59.900'))
      .when(purchase({ days: 7 }))
      .then(tells('ChallengePurchased'), program({ startedAt: utc('13:00'), expiresAt: utc('2026-03-09 13:00') })))

  test('is looked at before the tier', () =>
    given(challenge(), at('13:00'), cancelled)
      .when(purchase('missing', '12:30'))
      .then(refused('validation_error', { field: 'timestamp' })))

  test('takes bets from there', () =>
    given(challenge({}, '2026-03-01 12:00'))
      .when(placeBet('b1', eur(10), { at: '2026-03-01 11:55' }))
      .then(accepted('b1')))
})

describe('Rules 5.12: the pause', () => {
  test.each([
    ['cancelled', [challenge(), cancelled]],
    ['failed', [challenge({ limits: { totalDrawdownPercent: pct(10) } }), accepted(bet('b1', eur(10))), lost('b1')]],
  ])('after a challenge that was %s lasts until the next 00:00 UTC', (_how, before) => {
    given(...before, at('23:59:59.999'))
      .when(purchase())
      .then(refused('purchase_cooldown', { cooldownUntil: NEXT_DAY }))
    given(...before, at('2026-03-03 00:00'))
      .when(purchase())
      .then(tells('ChallengePurchased'), balances(eur(100), eur(0)))
  })

  test('is reckoned from when the challenge was over, not from when that was noticed', () =>
    given(challenge({ days: 2 }), at('2026-03-05 00:00'))
      .when(purchase())
      .then(tells('ChallengeExpiringSoon', 'ChallengeFailed', 'ChallengePurchased')))

  test('does not follow a refund', () =>
    given(passedChallenge(), refunded).when(purchase()).then(tells('ChallengePurchased')))

  test.each(['revoked', 'closed', 'refunded'] as const)('does not follow a funded account that was %s', (status) =>
    given(fundedAccount(eur(100)))
      .when()
      .then((told) => {
        const account = programOf(told) as FundedAccount
        const player = { ...told.world.stored(), program: { ...account, status, endedAt: told.world.now } }
        const offer = { kind: 'open', terms: termsOf() } as const
        const id = '00000000-0000-7000-8000-ffff00000000' as EventId
        const { answer } = decide(player, { type: 'PurchaseChallenge', id, offer, startedAt: null }, told.world.now)
        expect(answer.kind).toBe('purchased')
      }),
  )
})

describe("Rules 5.13: the operator's month", () => {
  test.each([
    [1, 0, 'purchased'],
    [2, 1, 'purchased'],
    [2, 2, 'refused'],
    [2, 3, 'refused'],
    [0, 0, 'refused'],
    [null, 1_000_000, 'purchased'],
  ] as const)('of %s challenges, %d are sold: %s', (monthlyChallengeLimit, purchasesThisMonth, kind) =>
    given(tenant({ monthlyChallengeLimit, purchasesThisMonth }))
      .when(purchase())
      .then(({ outcomes }) => expect(outcomes[0]?.answer.kind).toBe(kind)),
  )
})

describe('Rules 5.14: self-exclusion', () => {
  test('ends at its end', () => {
    given(excluded('2026-03-05 00:00'), at('2026-03-04 23:59:59.999'))
      .when(purchase())
      .then(refused('user_self_excluded'))
    given(excluded('2026-03-05 00:00'), at('2026-03-05 00:00')).when(purchase()).then(tells('ChallengePurchased'))
  })

  test('without an end has none, until it is taken back', () => {
    given(excluded(), at('2030-01-01 00:00')).when(purchase()).then(refused('user_self_excluded'))
    given(excluded(), readmitted).when(purchase()).then(tells('ChallengePurchased'))
  })

  test('is told when it changes, and only then', () => {
    given()
      .when(readmitted, excluded('2026-03-05 00:00'), excluded('2026-03-05 00:00'), excluded(), readmitted, woken)
      .then(
        tells('SelfExclusionSet', 'SelfExclusionSet', 'SelfExclusionSet'),
        event('SelfExclusionSet', { excluded: false, until: null }),
        moves(),
        ({ outcomes, world }) => {
          expect(outcomes.map(({ answer }) => answer.kind)).toEqual(Array(6).fill('done'))
          expect(outcomes[1]?.player.selfExclusion).toEqual({ excluded: true, until: utc('2026-03-05 00:00') })
          expect(world.player().selfExclusion).toEqual({ excluded: false, until: null })
        },
      )
  })

  test('an end that comes with a readmission is not kept', () =>
    given(excluded())
      .when((world) => world.decide({ type: 'SetSelfExclusion', excluded: false, until: utc('2026-03-05 00:00') }))
      .then(event('SelfExclusionSet', { excluded: false, until: null })))

  test('leaves what runs alone: bets, the choice, refund and cancelling', () => {
    given(challenge(), excluded())
      .when(placeBet('b1', eur(10)), cancelled)
      .then(accepted('b1'), tells('BetAccepted', 'ChallengeCancelled'))
    given(passedChallenge(), excluded()).when(continued).then(tells('ChallengeCompleted', 'FundedAccountActivated'))
    given(passedChallenge(), excluded()).when(refunded).then(tells('ChallengeStakeRefunded', 'ChallengeBonusVoided'))
  })
})
