import { describe, expect, test } from 'vitest'
import {
  accepted,
  at,
  bet,
  challenge,
  eur,
  given,
  lost,
  type Move,
  passedChallenge,
  pct,
} from '../../../test/helpers/given.ts'
import type { PlacementReport } from './bet.ts'
import { validateBet } from './validate-bet.ts'

/** The codes that the bet would be rejected with, or the code of the refusal. */
const validated = (report: PlacementReport, ...before: readonly Move[]) => {
  let result: string | readonly string[] = 'nothing was asked'
  given(...before)
    .when()
    .then(({ world }) => {
      const answer = validateBet(world.player(), report, world.now)
      result = 'code' in answer ? answer.code : answer.map(({ code }) => code)
    })
  return result
}

describe('Rules 4.2, 4.3: asking beforehand', () => {
  const limits = { maxStakePercent: pct(25), dailyDrawdownPercent: pct(10), cooldownHours: 2 }

  test('says what a placement would be rejected with', () => {
    expect(validated(bet('b', eur(25)), challenge({ limits }))).toEqual([])
    expect(validated(bet('b', eur(25.01)), challenge({ limits }))).toEqual(['max_stake_exceeded'])
  })

  test('counts an event time of its own, and one from just before the start at the start', () => {
    const before = [challenge({ limits }), accepted(bet('b1', eur(10))), at('13:00'), lost('b1'), at('14:00')]
    expect(validated(bet('b', eur(1)), ...before)).toEqual(['daily_drawdown_exceeded', 'cooldown_active'])
    expect(validated(bet('b', eur(1), { at: '12:59' }), ...before)).toEqual([])
    expect(validated(bet('b', eur(1), { at: '11:55' }), ...before)).toEqual([])
    expect(validated(bet('b', eur(1), { at: '11:54:59.999' }), ...before)).toBe('not_found')
  })

  test('finds what is due applied', () => {
    const before = [challenge({ limits }), accepted(bet('b1', eur(10))), lost('b1')]
    expect(validated(bet('b', eur(1)), ...before, at('13:59:59.999'))).not.toEqual([])
    expect(validated(bet('b', eur(1)), ...before, at('14:00'))).toEqual([])
    expect(validated(bet('b', eur(1)), ...before, at('2026-04-01 12:00'))).toBe('not_found')
  })

  test('is not_found without a program, and while a choice is pending', () => {
    expect(validated(bet('b', eur(1)))).toBe('not_found')
    expect(validated(bet('b', eur(1)), passedChallenge())).toBe('not_found')
  })

  test.each(['12:05:00.001', '2026-02-23 11:59:59.999'])('refuses the event time %s', (time) =>
    expect(validated(bet('b', eur(1), { at: time }), challenge())).toBe('validation_error'),
  )

  test('holds only what the bet itself says against the player, not what came before under its name', () => {
    expect(validated(bet('b1', eur(20)), challenge({ limits }), accepted(bet('b1', eur(10))))).toEqual([])
  })
})
