import { describe, expect, test } from 'vitest'
import { utc } from '../../test/helpers/given.ts'
import { type EventId, nthId } from './ids.ts'
import {
  daysAfter,
  hoursAfter,
  instant,
  later,
  latest,
  midnightsBetween,
  nextMidnight,
  startOfDay,
  utcDay,
} from './instant.ts'
import { InvariantBroken, invariant, unreachable } from './invariant.ts'
import { ODDS_MAX, ODDS_ONE, odds } from './odds.ts'
import { PERCENT_WHOLE, percent } from './percent.ts'

describe('Rules 1.4: odds', () => {
  test.each([10_000, 20_500, 10_000_000_000])('%d ten-thousandths are odds', (value) => expect(odds(value)).toBe(value))
  test.each([9_999, 10_000_000_001, 15_000.5, Number.NaN])('%d are none', (value) => {
    expect(() => odds(value)).toThrow('odds lie between 1 and 1,000,000 in whole ten-thousandths')
  })
  test('their ends', () => expect([ODDS_ONE, ODDS_MAX]).toEqual([10_000, 10_000_000_000]))
})

describe('Rules 1.3: percentages', () => {
  test.each([0, 1250, 10_000, 100_000])('%d hundredths are a percentage', (value) => expect(percent(value)).toBe(value))
  test.each([-1, 0.5, Number.NaN])('%d are none', (value) => {
    expect(() => percent(value)).toThrow(`a percentage is not ${value} hundredths`)
  })
  test('the whole', () => expect(PERCENT_WHOLE).toBe(10_000))
})

describe('Rules 1.7, 1.8: time', () => {
  const lastMoment = utc('23:59:59.999')
  const midnight = utc('2026-03-03 00:00')

  test('a day ends with its last millisecond', () => {
    expect(utcDay(midnight) - utcDay(lastMoment)).toBe(1)
    expect(startOfDay(utcDay(lastMoment))).toBe(utc('00:00'))
    expect(startOfDay(utcDay(midnight))).toBe(midnight)
  })

  test('the next midnight of a midnight is a day later', () => {
    expect(nextMidnight(lastMoment)).toBe(midnight)
    expect(nextMidnight(midnight)).toBe(utc('2026-03-04 00:00'))
  })

  test('days before 1970 are days as well', () => expect(utcDay(instant(-1))).toBe(-1))

  test('periods are lengths of time, days count midnights', () => {
    expect(later(midnight, -1)).toBe(lastMoment)
    expect(hoursAfter(utc('12:00'), 12)).toBe(midnight)
    expect(daysAfter(utc('12:34:56.789'), 2)).toBe(utc('2026-03-04 12:34:56.789'))
    expect(midnightsBetween(lastMoment, midnight)).toBe(1)
    expect(midnightsBetween(midnight, utc('2026-03-03 23:59:59.999'))).toBe(0)
  })

  test('the later of two moments', () => {
    const [a, b] = [instant(1), instant(2)]
    expect([latest(a, b), latest(b, a)]).toEqual([b, b])
  })
})

describe('ids that descend from a command', () => {
  const id = '01890a5d-ac96-774b-bcce-b302099a8057' as EventId

  test('count up at the end and keep the rest', () => {
    expect(nthId(id, 0)).toBe(id)
    expect(nthId(id, 1)).toBe('01890a5d-ac96-774b-bcce-b302099a8058')
    expect(nthId(id, 0x100)).toBe('01890a5d-ac96-774b-bcce-b302099a8157')
  })

  test('begin again at the end of the count, with all their digits', () => {
    expect(nthId('01890a5d-ac96-774b-bcce-b302ffffffff', 1)).toBe('01890a5d-ac96-774b-bcce-b30200000000')
    expect(nthId('01890a5d-ac96-774b-bcce-b302ffffffff', 17)).toBe('01890a5d-ac96-774b-bcce-b30200000010')
  })
})

describe('what should have been true', () => {
  test('throws with the sentence that says so', () => {
    expect(() => invariant(false, 'water is wet')).toThrow(new InvariantBroken('water is wet'))
    expect(new InvariantBroken('').name).toBe('InvariantBroken')
  })
  test('passes over what is true', () => expect(invariant(1, 'water is wet')).toBeUndefined())
  test('names the case that nobody foresaw', () => {
    expect(() => unreachable({ type: 'Rain' } as never)).toThrow(
      'every case is handled, yet this came: {"type":"Rain"}',
    )
  })
})
