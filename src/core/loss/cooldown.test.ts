import { describe, expect, test } from 'vitest'
import {
  accepted,
  at,
  bet,
  cancelled,
  challenge,
  cooldownUntil,
  duplicateOf,
  eur,
  event,
  fundedAccount,
  given,
  losses,
  lost,
  noCooldown,
  pct,
  placeBet,
  program,
  rejected,
  tells,
  utc,
  voided,
  woken,
  won,
} from '../../../test/helpers/given.ts'
import { utcDay } from '../instant.ts'

const twoHours = { limits: { dailyDrawdownPercent: pct(10), cooldownHours: 2 } }
const oneDay = { limits: { dailyDrawdownPercent: pct(10), cooldownHours: 24 } }
const untilMidnight = { limits: { dailyDrawdownPercent: pct(10), cooldownHours: null } }

/** So many open bets of 10.00, named b1, b2, ... */
const open = (count: number) => Array.from({ length: count }, (_, index) => accepted(bet(`b${index + 1}`, eur(10))))

describe('Rules 6.3: a cooldown starts', () => {
  test('with the settlement by which the session loss reaches the limit', () =>
    given(challenge(twoHours), ...open(1), at('13:00'))
      .when(lost('b1', { at: '12:59' }))
      .then(
        tells('BetSettled', 'CooldownTriggered'),
        event('CooldownTriggered', {
          at: utc('13:00'),
          from: utc('12:59'),
          until: utc('14:59'),
          day: utcDay(utc('13:00')),
          phase: 'challenge',
        }),
        program({
          status: 'active',
          cooldown: { from: utc('12:59'), until: utc('14:59'), day: utcDay(utc('13:00')) },
        }),
        ({ world, outcomes }) =>
          expect(outcomes[0]?.events[1]).toMatchObject({ programId: world.player().program?.id }),
      ))

  test('not a cent before', () =>
    given(challenge(twoHours), ...open(1))
      .when(won('b1', eur(0.01)))
      .then(tells('BetSettled'), losses(eur(9.99), eur(9.99)), noCooldown))

  test('by the sum of the losses, whose wins make up for nothing', () =>
    given(challenge(twoHours), ...open(3), won('b1', eur(0.01)), won('b2', eur(20)))
      .when(won('b3', eur(9.99)))
      .then(tells('BetSettled', 'CooldownTriggered')))

  test('where a share of a cent is asked for, with the next whole cent', () => {
    const deal = { balance: eur(80.1), limits: { dailyDrawdownPercent: pct(12.5), cooldownHours: 2 } } // 10.0125
    given(challenge(deal), accepted(bet('b1', eur(20))))
      .when(won('b1', eur(9.99)))
      .then(tells('BetSettled'))
    given(challenge(deal), accepted(bet('b1', eur(20))))
      .when(won('b1', eur(9.98)))
      .then(tells('BetSettled', 'CooldownTriggered'))
  })

  test('not while one is on: further losses neither prolong it nor start another', () =>
    given(challenge(twoHours), ...open(2), lost('b1'), at('13:00'))
      .when(lost('b2'))
      .then(tells('BetSettled'), cooldownUntil('14:00'), losses(eur(20), eur(20))))

  test('not by a win, though the session stands at the limit', () =>
    given(challenge(twoHours), ...open(2), lost('b1'))
      .when(won('b2', eur(10)))
      .then(tells('BetSettled'), cooldownUntil('14:00')))

  test('never with the limit off', () =>
    given(challenge(), ...open(3))
      .when(lost('b1'), lost('b2'), lost('b3'))
      .then(tells('BetSettled', 'BetSettled', 'BetSettled'), losses(eur(30), eur(30)), noCooldown))

  test('on a funded account under its own ruleset', () =>
    given(fundedAccount(eur(100), twoHours.limits), ...open(1))
      .when(lost('b1'))
      .then(event('CooldownTriggered', { phase: 'funded' }), cooldownUntil('14:00')))

  test('not by a loss of yesterday', () =>
    given(challenge(twoHours), ...open(1), at('2026-03-03 00:10'))
      .when(lost('b1', { at: '2026-03-02 23:59:59.999' }))
      .then(tells('BetSettled'), noCooldown, losses(eur(0), eur(0))))

  test('not by a loss that carries the date of tomorrow', () =>
    given(challenge(twoHours), ...open(2), at('23:58'))
      .when(lost('b1', { at: '2026-03-03 00:01' }))
      .then(tells('BetSettled'), noCooldown, losses(eur(0), eur(0))))

  test('with the next loss of tomorrow, to which that one counts', () =>
    given(
      challenge(twoHours),
      ...open(2),
      at('23:58'),
      won('b1', eur(1), { at: '2026-03-03 00:01' }),
      at('2026-03-03 00:05'),
    )
      .when(won('b2', eur(9)))
      .then(tells('BetSettled', 'CooldownTriggered'), losses(eur(10), eur(10)), cooldownUntil('2026-03-03 02:05')))
})

describe('Rules 6.3: a late settlement', () => {
  test('starts a cooldown that is nearly over', () =>
    given(challenge(twoHours), ...open(1), at('13:59'))
      .when(lost('b1', { at: '12:00' }), placeBet('b2', eur(1)), at('14:00'), placeBet('b3', eur(1)))
      .then(
        tells('BetSettled', 'CooldownTriggered', 'BetRejected', 'CooldownLifted', 'BetAccepted'),
        rejected('b2', 'daily_drawdown_exceeded', 'cooldown_active'),
        accepted('b3'),
      ))

  test('starts one that is over already: it is told, lifted as of its end, and rejects nothing of now', () =>
    given(challenge(twoHours), ...open(1), at('18:00'))
      .when(lost('b1', { at: '12:30' }), placeBet('b2', eur(1)), placeBet('b3', eur(1), { at: '14:29:59.999' }))
      .then(
        tells('BetSettled', 'CooldownTriggered', 'CooldownLifted', 'BetAccepted', 'BetRejected'),
        event('CooldownTriggered', { from: utc('12:30'), until: utc('14:30') }),
        event('CooldownLifted', { at: utc('14:30'), why: 'time' }),
        accepted('b2'),
        rejected('b3', 'cooldown_active'),
        losses(eur(0), eur(10)),
      ))

  test('of a time before the session began counts to the day, not to the session, and starts nothing', () =>
    given(challenge(twoHours), ...open(3), lost('b1'), at('15:00'), won('b2', eur(0.01)))
      .when(lost('b3', { at: '13:59:59.999' }))
      .then(tells('BetSettled'), losses(eur(9.99), eur(29.99)), noCooldown))

  test('of a time before the session began starts nothing either where the session has reached the limit', () =>
    // A loss dated 14:01 arrives at 13:58, within the cooldown until 14:00: the next session begins at the limit.
    given(challenge(twoHours), ...open(3), lost('b1'), at('13:58'), lost('b2', { at: '14:01' }), at('14:30'))
      .when(lost('b3', { at: '13:00' }))
      .then(tells('CooldownLifted', 'BetSettled'), losses(eur(10), eur(30)), noCooldown))
})

describe('Rules 6.4: a cooldown ends', () => {
  test('by time, so many hours after the event time from which it is reckoned', () =>
    given(challenge(twoHours), ...open(1), lost('b1'), at('15:00'))
      .when(woken)
      .then(
        tells('CooldownLifted'),
        event('CooldownLifted', { at: utc('14:00'), why: 'time', phase: 'challenge' }),
        program({
          cooldown: null,
          sessionSince: utc('14:00'),
          pastCooldowns: [{ from: utc('12:00'), until: utc('14:00') }],
        }),
      ))

  test('and is forgotten when no event time can lie in it any more: a year later', () => {
    const long = { ...twoHours, days: 1000 }
    const second = { from: utc('2027-03-02 12:00'), until: utc('2027-03-02 14:00') }
    given(challenge(long), ...open(2), lost('b1'), at('2027-03-02 12:00'), lost('b2'), at('2027-03-02 14:00'))
      .when(woken)
      .then(tells('CooldownLifted'), program({ pastCooldowns: [{ from: utc('12:00'), until: utc('14:00') }, second] }))
    given(challenge(long), ...open(2), lost('b1'), at('2027-03-02 12:01'), lost('b2'), at('2027-03-03 12:00'))
      .when(woken)
      .then(tells('CooldownLifted'), ({ world }) => expect(world.stored().program?.pastCooldowns).toHaveLength(1))
  })

  test('without hours at the next 00:00 UTC', () => {
    given(challenge(untilMidnight), ...open(1), lost('b1'), at('23:59:59.999'))
      .when(placeBet('b2', eur(1)))
      .then(cooldownUntil('2026-03-03 00:00'), rejected('b2', 'daily_drawdown_exceeded', 'cooldown_active'))
    given(challenge(untilMidnight), ...open(1), lost('b1'), at('2026-03-03 00:00'))
      .when(placeBet('b2', eur(1)))
      .then(tells('CooldownLifted', 'BetAccepted'), losses(eur(0), eur(0)))
  })

  test('on the next day, and its losses of yesterday start no other', () =>
    given(challenge(oneDay), ...open(3), at('20:00'), lost('b1'), at('2026-03-03 10:00'), lost('b2'))
      .when(at('2026-03-03 20:00'), won('b3', eur(9)))
      .then(tells('CooldownLifted', 'BetSettled'), losses(eur(1), eur(11)), noCooldown))
})

describe('Rules 6.2: the session', () => {
  const second = [challenge(twoHours), ...open(4), lost('b1'), at('14:00')]

  test('begins anew when a cooldown ends by time', () =>
    given(...second)
      .when(won('b2', eur(0.01)))
      .then(tells('CooldownLifted', 'BetSettled'), losses(eur(9.99), eur(19.99)), noCooldown))

  test('and has a cooldown of its own', () =>
    given(...second, won('b2', eur(0.01)))
      .when(won('b3', eur(9.99)))
      .then(tells('BetSettled', 'CooldownTriggered'), losses(eur(10), eur(20)), cooldownUntil('16:00')))

  test('counts a loss of the very moment at which it began', () =>
    given(...second, at('15:00'))
      .when(won('b2', eur(1), { at: '14:00' }))
      .then(losses(eur(9), eur(19))))

  test('begins at 00:00 UTC', () =>
    given(challenge(twoHours), ...open(2), won('b1', eur(1)), at('2026-03-03 00:00'))
      .when(won('b2', eur(1), { at: '2026-03-03 00:00' }))
      .then(losses(eur(9), eur(9)), noCooldown))
})

describe('Rules 6.5: a loss taken back', () => {
  const bets = [
    challenge(oneDay),
    accepted(bet('b1', eur(5))),
    accepted(bet('b2', eur(7))),
    accepted(bet('b3', eur(2))),
    accepted(bet('b4', eur(5))),
    lost('b1'),
    lost('b2'),
  ]

  test('lifts the cooldown when its session falls below the limit', () =>
    given(...bets, lost('b3'), at('13:00'))
      .when(voided('b1'))
      .then(
        tells('BetVoided', 'CooldownLifted'),
        event('CooldownLifted', { why: 'void', at: utc('13:00') }),
        losses(eur(9), eur(9)),
        noCooldown,
        program({ sessionSince: null, pastCooldowns: [{ from: utc('12:00'), until: utc('13:00') }] }),
      ))

  test('after which bets are accepted, save those that are dated inside of it', () =>
    given(...bets, at('13:00'), voided('b1'))
      .when(placeBet('b5', eur(1)), placeBet('b6', eur(1), { at: '12:59:59.999' }))
      .then(accepted('b5'), rejected('b6', 'cooldown_active')))

  test('exactly at the limit, the cooldown stays', () =>
    given(...bets)
      .when(voided('b3'), lost('b4'), voided('b2'))
      .then(tells('BetVoided', 'BetSettled', 'BetVoided'), losses(eur(10), eur(10)), cooldownUntil('2026-03-03 12:00')))

  test('the session goes on: what was lost before still counts', () =>
    given(...bets, voided('b1'), at('13:00'))
      .when(won('b4', eur(2)))
      .then(tells('BetSettled', 'CooldownTriggered'), losses(eur(10), eur(10)), cooldownUntil('2026-03-03 13:00')))

  test('on the next day lifts the cooldown of yesterday, by the session of yesterday', () =>
    given(...bets, at('2026-03-03 10:00'))
      .when(voided('b1'))
      .then(tells('BetVoided', 'CooldownLifted'), event('CooldownLifted', { why: 'void' }), losses(eur(0), eur(0))))

  test('on the next day, of a bet that was lost today, does not', () =>
    given(...bets, at('2026-03-03 10:00'), lost('b4'))
      .when(voided('b4'))
      .then(tells('BetVoided'), cooldownUntil('2026-03-03 12:00')))

  test('a won bet that is voided leaves the cooldown on', () =>
    given(...bets, won('b4', eur(10)))
      .when(voided('b4'), voided('b3'))
      .then(tells('BetVoided', 'BetVoided'), cooldownUntil('2026-03-03 12:00')))

  test('of a loss that a new session no longer counts changes the day alone', () =>
    given(challenge(twoHours), ...open(2), lost('b1'), at('14:00'), won('b2', eur(1)))
      .when(voided('b1'))
      .then(tells('BetVoided'), losses(eur(9), eur(9))))

  test('the void of a duplicate changes nothing', () =>
    given(...bets, voided('b1'))
      .when(voided('b1'))
      .then(duplicateOf('accepted'), losses(eur(7), eur(7))))
})

test('a cooldown ends with its program and does not come back', () =>
  given(challenge(twoHours), ...open(1), lost('b1'), cancelled, at('15:00'))
    .when(woken)
    .then(tells(), noCooldown))
