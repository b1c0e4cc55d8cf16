import { describe, expect, test } from 'vitest'
import { instant } from '../core/instant.ts'
import { cents } from '../core/money.ts'
import { instantOf, isDayText, isInstantText, rangeEnd, rangeStart, textOf } from './instant-wire.ts'
import { amountOf, centsOf, isWholeHundredths, percentOf, shareInPercent } from './money-wire.ts'
import { numberOfOdds, oddsOf } from './odds-wire.ts'

describe('amounts', () => {
  test.each([0, 0.01, 0.1, 0.29, 1.15, 10.55, 4.35, 1.005 * 100, 999_999_999.99, 1_000_000_000])(
    '%d comes back as it went in',
    (amount) => {
      expect(isWholeHundredths(amount)).toBe(true)
      expect(amountOf(centsOf(amount))).toBe(Number(amount.toFixed(2)))
    },
  )

  test.each([0.1 + 0.2, 1.1 * 3, 10.0000001])('%d differs from cents by floating point noise alone', (amount) => {
    expect(isWholeHundredths(amount)).toBe(true)
  })

  test.each([0.001, 0.005, 1.005, 10.00001, 999_999_999.995])('%d is finer than a cent', (amount) => {
    expect(isWholeHundredths(amount)).toBe(false)
  })

  test('minus zero is zero', () => {
    expect(Object.is(centsOf(-0), 0)).toBe(true)
  })
})

test('a percentage is kept in hundredths', () => {
  expect(percentOf(12.5)).toBe(1250)
  expect(percentOf(0.29)).toBe(29)
})

test('a share of nothing is nothing', () => {
  expect(shareInPercent(cents(5), cents(0))).toBe(0)
  expect(shareInPercent(cents(333), cents(1000))).toBe(33.3)
})

describe('odds', () => {
  test.each([
    [2, 20_000],
    [1.95, 19_500],
    [1.00005, 10_001],
    [1.00004999, 10_000],
    [2.00005, 20_001],
    [123_456.78905, 1_234_567_891],
    [1_000_000, 10_000_000_000],
  ])('%d is %d ten-thousandths, half up', (wire, tenThousandths) => {
    expect(oddsOf(wire)).toBe(tenThousandths)
  })

  test('they come back as decimal odds', () => {
    expect(numberOfOdds(oddsOf(2.05))).toBe(2.05)
  })
})

describe('moments', () => {
  test.each([
    '2026-11-21T07:30:00Z',
    '2026-11-21T07:30:00.123456Z',
    '2026-11-21T09:30:00+02:00',
    '2024-02-29T00:00:00Z',
    '2026-12-31T23:59:59-11:30',
    '2026-11-21T07:30Z',
    '2026-11-21T09:30:00+0200',
  ])('%s is one', (text) => {
    expect(isInstantText(text)).toBe(true)
    expect(Number.isSafeInteger(instantOf(text))).toBe(true)
  })

  test.each([
    '2026-02-30T00:00:00Z',
    '2025-02-29T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-00-10T00:00:00Z',
    '2026-11-21T24:00:00Z',
    '2026-11-21T07:60:00Z',
    '2026-11-21T07:30:60Z',
    '2026-11-21T07:30:00',
    '2026-11-21T07:30',
    '2026-11-21T07:30.5Z',
    '2026-11-21T07Z',
    '2026-11-21T07:30:00+02',
    '2026-11-21T07:30:00+25:00',
    '2026-11-21T07:30:00+2500',
    '2026-11-21 07:30:00Z',
    '2026-11-21',
    '21.11.2026',
    'now',
    '',
  ])('%s is none', (text) => {
    expect(isInstantText(text)).toBe(false)
  })

  test('an offset is taken into account', () => {
    for (const text of ['2026-11-21T01:30:00+02:00', '2026-11-21T01:30:00+0200', '2026-11-21T01:30+02:00']) {
      expect(textOf(instantOf(text))).toBe('2026-11-20T23:30:00.000Z')
    }
  })

  test('a day of a range reaches to its last millisecond', () => {
    expect(rangeStart('2026-11-21')).toBe(instant(Date.UTC(2026, 10, 21)))
    expect(rangeEnd('2026-11-21')).toBe(instant(Date.UTC(2026, 10, 22) - 1))
    expect(rangeEnd('2026-11-21T07:30:00Z')).toBe(instant(Date.UTC(2026, 10, 21, 7, 30)))
  })

  test('a day that the calendar does not know is no day', () => {
    expect(isDayText('2026-02-28')).toBe(true)
    expect(isDayText('2026-02-29')).toBe(false)
    expect(isDayText('2026-1-1')).toBe(false)
  })
})
