import { describe, expect, test } from 'vitest'
import {
  accepted,
  account,
  asked,
  at,
  bet,
  cancelled,
  challenge,
  cooldownUntil,
  daysOn,
  eur,
  event,
  fundedAccount,
  gained,
  given,
  lost,
  type Move,
  noCooldown,
  passedChallenge,
  pct,
  placeBet,
  program,
  purchase,
  tells,
  tellsNothing,
  utc,
  woken,
} from '../../test/helpers/given.ts'
import { asOf } from './decide.ts'
import { wakeAt } from './due.ts'
import { instant } from './instant.ts'

const cooldown = { dailyDrawdownPercent: pct(10), cooldownHours: 2 }
const inCooldown = [accepted(bet('b1', eur(10))), lost('b1')]

describe('Rules 7.2: when a player has to be looked at next', () => {
  test.each<readonly [what: string, before: readonly Move[], wake: string | null]>([
    ['nothing was bought: never', [], null],
    ['a challenge: its reminder', [challenge()], '2026-03-31 12:00'],
    ['a reminded challenge: its expiry', [challenge(), at('2026-03-31 12:00'), woken], '2026-04-01 12:00'],
    ['a challenge of a day: its expiry', [challenge({ days: 1 })], '2026-03-03 12:00'],
    ['a cooldown: its end', [challenge({ limits: cooldown }), ...inCooldown], '14:00'],
    [
      'a cooldown that is over unnoticed: still its end',
      [challenge({ limits: cooldown }), ...inCooldown, at('20:00')],
      '14:00',
    ],
    [
      'a cooldown longer than the challenge: the expiry',
      [challenge({ days: 1, limits: { ...cooldown, cooldownHours: 48 } }), ...inCooldown],
      '2026-03-03 12:00',
    ],
    ['a choice that is pending: never', [passedChallenge()], null],
    ['a cancelled challenge: never', [challenge(), cancelled], null],
    ['a funded account: 14 days without activity', [fundedAccount(eur(100))], '2026-03-16 12:00'],
    [
      'a funded account with a day for its first payout: that',
      [account({ fundedFirstPayoutDays: 3 })],
      '2026-03-05 12:00',
    ],
    ['a funded account whose payout waits: never', [account(), ...gained('b1', eur(60)), asked(eur(10))], null],
    ['a revoked account: never', [account(), daysOn(14, '12:00'), woken], null],
    ['a funded account in a cooldown: its end', [fundedAccount(eur(100), cooldown), ...inCooldown], '14:00'],
  ])('%s', (_what, before, wake) =>
    given(...before)
      .when()
      .then(({ world }) => expect(wakeAt(world.stored())).toBe(wake === null ? null : utc(wake))),
  )
})

describe('Rules 7.1: what is due', () => {
  test('is applied before whatever is asked', () =>
    given(challenge({ limits: cooldown }), ...inCooldown, at('14:00'))
      .when(placeBet('b2', eur(1)))
      .then(tells('CooldownLifted', 'BetAccepted')))

  test('is applied before a purchase, too', () =>
    given(challenge(), at('2026-04-02 00:00'))
      .when(purchase())
      .then(tells('ChallengeExpiringSoon', 'ChallengeFailed', 'ChallengePurchased')))

  test('on a tie of cooldown and expiry lets the cooldown end by time', () =>
    given(challenge({ days: 1, limits: { ...cooldown, cooldownHours: 24 } }), ...inCooldown, at('2026-03-04 00:00'))
      .when(woken)
      .then(tells('CooldownLifted', 'ChallengeFailed'), event('CooldownLifted', { why: 'time' })))

  test('is not yet due a millisecond before', () =>
    given(challenge({ limits: cooldown }), ...inCooldown, at('13:59:59.999'))
      .when(woken)
      .then(tellsNothing, cooldownUntil('14:00')))

  test('is seen by a reader, who stores nothing', () =>
    given(challenge({ limits: cooldown }), ...inCooldown, at('14:00'))
      .when()
      .then(noCooldown, ({ world }) => {
        const stored = world.stored()
        expect(stored.program?.cooldown).not.toBeNull()
        expect(asOf(stored, utc('13:59:59.999'))).toEqual(stored)
        expect(asOf(stored, utc('2026-04-01 12:00')).program).toMatchObject({ status: 'failed' })
        expect(asOf(stored, instant(0))).toBe(stored)
      }))

  test('of a challenge bought into the past is what has fallen due since', () =>
    given(purchase({ days: 2 }, '2026-03-01 06:00'))
      .when(woken)
      .then(
        tells('ChallengeExpiringSoon'),
        event('ChallengeExpiringSoon', { at: utc('2026-03-02 06:00') }),
        program({ status: 'active' }),
      ))
})
