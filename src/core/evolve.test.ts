import { describe, expect, test } from 'vitest'
import {
  ANNA,
  accepted,
  bet,
  cancelled,
  challenge,
  continued,
  eur,
  fundedAccount,
  given,
  NOON,
  passedChallenge,
  type Told,
  voided,
  won,
} from '../../test/helpers/given.ts'
import { verdictOf } from './bet/verdict.ts'
import { failChallenge } from './challenge/fail.ts'
import { remindOfExpiry } from './challenge/remind.ts'
import type { Command } from './commands.ts'
import { decide } from './decide.ts'
import type { BetEvent, DomainEvent } from './events.ts'
import { evolve } from './evolve.ts'
import { evolveProgram } from './evolve-program.ts'
import type { EventId } from './ids.ts'
import { newPlayer, notExcluded } from './player.ts'
import { Telling } from './telling.ts'

const tenant = {
  maxBackfillHours: 168,
  monthlyChallengeLimit: null,
  purchasesThisMonth: 0,
  payoutReview: 'operator',
} as const
const nobody = newPlayer(ANNA, tenant)
const ID = '00000000-0000-7000-8000-ffff00000000' as EventId
const ofType = (type: string, more: object = {}) => ({ type, id: ID, at: NOON, programId: 'p', ...more }) as never

test('a player of whom nothing is known', () => {
  expect(nobody).toEqual({
    id: ANNA,
    selfExclusion: { excluded: false, until: null },
    program: null,
    bet: null,
    tenant,
  })
  expect(notExcluded).toEqual({ excluded: false, until: null })
})

describe('what cannot have happened is a bug, not a state', () => {
  const report = bet('b', eur(1))

  test('an event that nobody knows', () => {
    expect(() => evolve(nobody, ofType('Rain', { report }))).toThrow('every case is handled')
    expect(() => verdictOf(ofType('Rain', { report }))).toThrow('every case is handled')
    given(challenge())
      .when()
      .then(({ world }) => {
        const { program } = world.stored()
        const rain = ofType('Rain', { report, programId: program?.id })
        expect(() => evolveProgram(program, rain)).toThrow('every case is handled')
        expect(() => evolve(world.stored(), ofType('Rain'))).toThrow('every case is handled')
      })
  })

  test('a command that nobody knows', () => {
    expect(() => decide(nobody, { type: 'Rain', id: ID } as unknown as Command, NOON)).toThrow('every case is handled')
  })

  test('something that happens to a program before there is one', () => {
    const message = 'what happens to a program happens after its purchase'
    expect(() => evolve(nobody, ofType('ChallengePassed'))).toThrow(message)
    expect(() => evolve(nobody, ofType('CooldownLifted', { why: 'time' }))).toThrow(message)
  })

  test('something of a challenge that happens to a funded account', () =>
    given(fundedAccount(eur(100)))
      .when()
      .then(({ world }) => {
        const message = 'what happens to a challenge happens to the latest program'
        expect(() => evolve(world.stored(), ofType('ChallengePassed'))).toThrow(message)
        const telling = new Telling(world.stored(), ID, NOON)
        expect(() => failChallenge(telling, 'expired')).toThrow('only a challenge fails')
        expect(() => remindOfExpiry(telling, NOON)).toThrow('only a challenge expires')
        expect(() => failChallenge(new Telling(nobody, ID, NOON), 'expired')).toThrow('only a challenge fails')
        expect(() => remindOfExpiry(new Telling(nobody, ID, NOON), NOON)).toThrow('only a challenge expires')
      }))

  test('something of a funded account that happens to a challenge', () =>
    given(challenge())
      .when()
      .then(({ world }) =>
        expect(() => evolve(world.stored(), ofType('MandatoryPayoutArmed'))).toThrow(
          'what happens to a funded account happens to the latest program',
        ),
      ))

  test('the end of a cooldown that is not on', () =>
    given(challenge())
      .when()
      .then(({ world }) =>
        expect(() => evolve(world.stored(), ofType('CooldownLifted', { why: 'time' }))).toThrow(
          'only a cooldown that is on is lifted',
        ),
      ))
})

describe('what happens to one program leaves the others alone', () => {
  const betEvents = ({ outcomes }: Told): readonly BetEvent[] =>
    outcomes.flatMap(({ events }) => events).filter((event) => 'report' in event)

  test('an event of a bet moves only the program that it names', () =>
    given(challenge(), accepted(bet('b1', eur(10))))
      .when(won('b1', eur(20)), voided('b1'))
      .then((told) => {
        const other = { ...told.outcomes[0]?.before.program, id: 'another' } as never
        for (const event of betEvents(told)) {
          expect(evolveProgram(other, event)).toBe(other)
          expect(evolveProgram(null, event)).toBeNull()
        }
      }))

  test('a flag and an exclusion move none', () =>
    given(challenge())
      .when(won('b1', eur(20), { cashOut: true }), cancelled)
      .then(({ world }) => {
        const player = world.stored()
        expect(evolve(player, ofType('FlagOpened'))).toBe(player)
        const excluded = evolve(player, ofType('SelfExclusionSet', { excluded: true, until: NOON }) as DomainEvent)
        expect(excluded).toEqual({ ...player, selfExclusion: { excluded: true, until: NOON } })
      }))
})

test('a challenge whose player continues is completed before the funded account opens', () =>
  given(passedChallenge())
    .when(continued)
    .then(({ outcomes }) => {
      const [completed] = outcomes[0]?.events ?? []
      const before = outcomes[0]?.before
      expect(before && completed && evolve(before, completed).program).toMatchObject({
        status: 'completed',
        endedAt: NOON,
        finalBalance: eur(100),
        balances: { available: 0, reserved: 0, held: 0 },
      })
    }))
