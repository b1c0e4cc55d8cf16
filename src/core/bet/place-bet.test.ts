import { describe, expect, test } from 'vitest'
import {
  ANNA,
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
  flags,
  fundedAccount,
  given,
  lost,
  moves,
  passedChallenge,
  placeBet,
  placing,
  program,
  purchase,
  refused,
  rejected,
  says,
  stands,
  status,
  tells,
  tellsNothing,
  tenant,
  utc,
  voided,
} from '../../../test/helpers/given.ts'
import { utcDay } from '../instant.ts'

const today = utcDay(utc('12:00'))

describe('Rules 4.2: a placement', () => {
  test('that is accepted reserves its stake and counts', () =>
    given(challenge())
      .when(placeBet('b1', eur(30), { odds: 1.5 }))
      .then(
        accepted('b1'),
        tells('BetAccepted'),
        balances(eur(70), eur(30)),
        balance(eur(100)),
        moves(['available', 'reserved', eur(30)]),
        program({ betsAccepted: 1, betsRejected: 0, betsOpen: 1, activeDays: [today] }),
        stands('b1', 'open'),
        ({ world, outcomes }) => {
          const [told] = outcomes[0]?.events ?? []
          expect(told).toMatchObject({
            at: utc('12:00'),
            eventAt: utc('12:00'),
            balanceAfter: eur(100),
            activeDay: today,
            phase: 'challenge',
            programId: world.player().program?.id,
            report: bet('b1', eur(30), { odds: 1.5 }),
          })
          expect(world.bets.get('b1')).toEqual({
            externalBetId: 'b1',
            playerId: ANNA,
            standing: 'open',
            settlement: null,
            placement: {
              eventId: told?.id,
              accepted: true,
              programId: world.player().program?.id,
              phase: 'challenge',
              stake: eur(30),
              odds: 15_000,
            },
            verdicts: { placed: { betEventId: told?.id, result: 'accepted', reasons: [], flagReason: null } },
            doubts: {},
          })
        },
      ))

  test('that is rejected moves nothing and is counted as rejected', () =>
    given(challenge())
      .when(placeBet('b1', eur(100.01)))
      .then(
        rejected('b1', 'max_stake_exceeded'),
        tells('BetRejected'),
        moves(),
        flags(),
        balances(eur(100), eur(0)),
        event('BetRejected', { counted: true, balanceAfter: eur(100), phase: 'challenge' }),
        program({ betsAccepted: 0, betsRejected: 1, betsOpen: 0, activeDays: [] }),
        stands('b1', 'unaccepted'),
      ))

  test('of a funded account counts there, and knows no active days', () =>
    given(fundedAccount(eur(200)))
      .when(placeBet('b1', eur(30)), placeBet('b2', eur(300)))
      .then(
        accepted('b1'),
        rejected('b2', 'max_stake_exceeded'),
        event('BetAccepted', { phase: 'funded', balanceAfter: eur(200) }),
        program({ betsAccepted: 1, betsRejected: 1, betsOpen: 1 }),
        ({ world }) => expect(world.player().program).not.toHaveProperty('activeDays'),
      ))
})

describe('Rules 4.1: the same placement again', () => {
  test('gets the first answer, though its other fields differ, and stores nothing', () =>
    given(challenge(), accepted(bet('b1', eur(10))))
      .when(placeBet('b1', eur(90), { odds: 3 }))
      .then(duplicateOf('accepted', '00000000-0000-7000-8000-000200000000'), balances(eur(90), eur(10))))

  test('stays rejected with the codes and numbers of the first time', () =>
    given(challenge(), placeBet('b1', eur(500)))
      .when(placeBet('b1', eur(5)))
      .then(
        duplicateOf('rejected'),
        ({ outcomes }) =>
          expect(outcomes[0]?.answer).toMatchObject({
            verdict: { reasons: [{ code: 'max_stake_exceeded', unit: 'cents', actual: 50_000, limit: 10_000 }] },
          }),
        program({ betsRejected: 1, betsAccepted: 0 }),
      ))

  test('is the same for every user of the operator', () =>
    given(challenge(), by(BEN, challenge()), accepted(bet('b1', eur(10))))
      .when(by(BEN, placeBet('b1', eur(20))))
      .then(duplicateOf('accepted'), ({ world }) => {
        expect(world.player(BEN).program?.betsAccepted).toBe(0)
        expect(world.bets.get('b1')?.playerId).toBe(ANNA)
      }))

  test('is a duplicate after its settlement and after its void, too', () =>
    given(challenge(), accepted(bet('b1', eur(10))), lost('b1'), accepted(bet('b2', eur(10))), voided('b2'))
      .when(placeBet('b1', eur(10)), placeBet('b2', eur(10)))
      .then(duplicateOf('accepted'), tellsNothing, balance(eur(90))))
})

describe('Rules 4.3: a placement without a program', () => {
  test('is recorded as rejected and answered not_found', () =>
    given()
      .when(placeBet('b1', eur(10)))
      .then(
        refused('not_found'),
        says('The user has no active challenge or funded account'),
        tells('BetRejected'),
        event('BetRejected', { programId: null, phase: null, balanceAfter: null, reasons: [], counted: false }),
        moves(),
        stands('b1', 'unknown'),
      ))

  test('has no key: the same bet is judged once there is a challenge', () =>
    given(placeBet('b1', eur(10)), placeBet('b1', eur(10)), challenge())
      .when(placeBet('b1', eur(10)))
      .then(accepted('b1'), program({ betsAccepted: 1, betsRejected: 0 })))

  test('is what comes after the end as well', () =>
    given(challenge(), cancelled)
      .when(placeBet('b1', eur(10)))
      .then(refused('not_found'), program({ betsRejected: 0 }), stands('b1', 'unknown')))

  test('while a choice is pending is rejected with a key, and touches nothing', () =>
    given(passedChallenge(), placeBet('b1', eur(10)))
      .when(placeBet('b1', eur(10)))
      .then(duplicateOf('rejected'), status('passed_pending_choice'), program({ betsRejected: 0 }), balance(eur(100))))

  test('while a choice is pending leaves a record that names no balance, for no program runs', () =>
    given(passedChallenge())
      .when(placeBet('b1', eur(10)))
      .then(
        rejected('b1', 'challenge_awaiting_choice'),
        event('BetRejected', { counted: false, balanceAfter: null, phase: 'challenge' }),
        stands('b1', 'unaccepted'),
      ))
})

describe('Rules 4.15: a placement from a little before the start', () => {
  test('counts as placed at the start, which decides its active day', () =>
    given(at('2026-03-03 00:03'), challenge())
      .when(placeBet('b1', eur(10), { at: '2026-03-02 23:58' }))
      .then(
        accepted('b1'),
        event('BetAccepted', { eventAt: utc('2026-03-02 23:58'), activeDay: utcDay(utc('2026-03-03 00:03')) }),
        program({ activeDays: [utcDay(utc('2026-03-03 00:03'))] }),
      ))

  test('of more than 5 minutes is one without a program', () =>
    given(at('2026-03-03 00:03'), challenge())
      .when(placeBet('b1', eur(10), { at: '2026-03-02 23:57:59.999' }))
      .then(refused('not_found'), program({ betsAccepted: 0, betsRejected: 0 })))

  test('of a challenge that awaits its choice is judged the same way', () =>
    given(at('2026-03-03 00:03'), passedChallenge())
      .when(
        placeBet('b1', eur(10), { at: '2026-03-02 23:58' }),
        placeBet('b2', eur(10), { at: '2026-03-02 23:57:59.999' }),
      )
      .then(rejected('b1', 'challenge_awaiting_choice'), refused('not_found')))
})

describe('Rules 1.6: the event time', () => {
  const old = purchase({}, '2026-02-20 12:00')

  test.each(['12:05', '2026-02-23 12:00'])('%s is within reach', (time) =>
    given(old)
      .when(placeBet('b1', eur(10), { at: time }))
      .then(accepted('b1'), event('BetAccepted', { eventAt: utc(time), at: utc('12:00') })),
  )

  test.each(['12:05:00.001', '2026-02-23 11:59:59.999'])('%s is refused and not stored', (time) =>
    given(old)
      .when(placeBet('b1', eur(10), { at: time }))
      .then(refused('validation_error', { field: 'eventTimestamp' }), tellsNothing, stands('b1', 'unknown')),
  )

  test('the refusal says how far back the operator accepts events', () =>
    given(old)
      .when(placeBet('b1', eur(10), { at: '2026-02-23 11:59:59.999' }))
      .then(({ outcomes }) =>
        expect(outcomes[0]?.answer).toMatchObject({ message: expect.stringContaining('168 hours') }),
      ))

  test('reaches as far back as the tenant says', () =>
    given(old, tenant({ maxBackfillHours: 1 }))
      .when(placeBet('b1', eur(10), { at: '11:00' }), placeBet('b2', eur(10), { at: '10:59:59.999' }))
      .then(accepted('b1'), refused('validation_error', { field: 'eventTimestamp' })))

  test.each([lost('b1', { at: '12:05:00.001' }), voided('b1', { at: '12:05:00.001' })])(
    'is held to the same window on a settlement and on a void',
    (late) =>
      given(challenge(), accepted(bet('b1', eur(10))))
        .when(late)
        .then(refused('validation_error', { field: 'eventTimestamp' }), tellsNothing, stands('b1', 'open')),
  )
})

describe('Rules 5.3, 5.4: counters and active days', () => {
  test('bets of one day make one active day, those of another make another, by event time', () =>
    given(
      challenge(),
      accepted(bet('b1', eur(10))),
      accepted(bet('b2', eur(10))),
      at('2026-03-04 00:30'),
      accepted(bet('b3', eur(10), { at: '2026-03-03 23:59' })),
      accepted(bet('b4', eur(10), { at: '2026-03-02 23:59' })),
    )
      .when(placeBet('b5', eur(10)))
      .then(program({ activeDays: [today, today + 1, today + 2] as never, betsAccepted: 5, betsOpen: 5 })))

  test('a void takes nothing off', () =>
    given(challenge(), accepted(bet('b1', eur(10))), placeBet('b2', eur(500)))
      .when(voided('b1'))
      .then(program({ betsAccepted: 1, betsRejected: 1, betsOpen: 0, activeDays: [today] })))

  test('settlements, duplicates, flagged events and placements outside of the program count nothing', () =>
    given(challenge(), accepted(bet('b1', eur(10))))
      .when(
        placing(bet('b1', eur(10))),
        lost('b1'),
        lost('b9'),
        voided('b9'),
        placeBet('b2', eur(1), { at: '11:54:59.999' }),
      )
      .then(program({ betsAccepted: 1, betsRejected: 0, betsOpen: 0 })))
})
