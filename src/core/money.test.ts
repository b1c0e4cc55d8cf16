import { describe, expect, test } from 'vitest'
import { decimal, eur, pct } from '../../test/helpers/given.ts'
import { InvariantBroken } from './invariant.ts'
import {
  add,
  CENTS_MAX,
  type Cents,
  cents,
  larger,
  largestReturn,
  negate,
  payoutHalfUp,
  percentCeil,
  percentFloor,
  smaller,
  subtract,
  timesFloor,
  total,
  ZERO,
} from './money.ts'
import { ODDS_MAX } from './odds.ts'

test.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])(
  'an amount is whole and exact: %s is none',
  (amount) => {
    expect(() => cents(amount)).toThrow(InvariantBroken)
    expect(() => cents(amount)).toThrow(`an amount is a whole number of minor units, not ${amount}`)
  },
)

test('the largest amount on the wire is 1,000,000,000.00', () => expect(CENTS_MAX).toBe(eur(1_000_000_000)))

test('sums, differences and comparisons', () => {
  expect(add(eur(1.1), eur(2.2))).toBe(330)
  expect(subtract(eur(1), eur(2.5))).toBe(-150)
  expect(negate(eur(1))).toBe(-100)
  expect(total([])).toBe(ZERO)
  expect(total([eur(1), eur(-3), eur(0.5)])).toBe(-150)
  expect([smaller(eur(1), eur(2)), smaller(eur(2), eur(1)), larger(eur(1), eur(2)), larger(eur(2), eur(1))]).toEqual([
    100, 100, 200, 200,
  ])
})

test('nothing, negated, is nothing: there is no -0', () => expect(Object.is(negate(ZERO), 0)).toBe(true))

describe('Rules 1.2: stake x odds is rounded once, half up', () => {
  test.each([
    [3.33, 1.4999, 4.99], // 4.994667
    [3.33, 1.5, 5], // 4.995
    [0.01, 1.4999, 0.01], // 0.014999
    [0.01, 1.5, 0.02], // 0.015
    [0.01, 1, 0.01],
    [1.15, 1.1, 1.27], // 1.265, which binary fractions put below the half
    [1_000_000_000, 1, 1_000_000_000],
    [999_999_999.99, 1.0001, 1_000_099_999.99],
  ])('%d x %d = %d', (stake, odds, payout) => expect(payoutHalfUp(eur(stake), decimal(odds))).toBe(eur(payout)))

  test('a bet can bring no more than the largest amount on the wire', () => {
    expect(largestReturn(eur(30), decimal(2.5))).toBe(eur(75))
    expect(largestReturn(eur(500_000_000), decimal(2))).toBe(CENTS_MAX)
    expect(largestReturn(eur(500_000_000.01), decimal(2))).toBe(CENTS_MAX)
  })

  test('a product beyond the exact integers is told as the largest of them: above every limit, and no failure', () => {
    expect(payoutHalfUp(CENTS_MAX, ODDS_MAX)).toBe(Number.MAX_SAFE_INTEGER)
    expect(timesFloor(CENTS_MAX, 100_000_000)).toBe(Number.MAX_SAFE_INTEGER)
  })
})

describe('Rules 1.3: a percentage of an amount is compared exactly', () => {
  test.each([
    [80.1, 12.5, 10.01, 10.02], // 10.0125
    [100.1, 33.33, 33.36, 33.37], // 33.36333
    [100, 25, 25, 25],
    [0.01, 50, 0, 0.01], // half a cent
    [0, 25, 0, 0],
    [100, 0, 0, 0],
    [1_000_000_000, 99.99, 999_900_000, 999_900_000],
    [100, 1000, 1000, 1000],
  ])('%d x %d percent lies between %d and %d', (amount, share, floor, ceil) => {
    expect(percentFloor(eur(amount), pct(share))).toBe(eur(floor))
    expect(percentCeil(eur(amount), pct(share))).toBe(eur(ceil))
  })

  test('a share of less than nothing rounds the same two ways', () => {
    expect(percentFloor(-1 as Cents, pct(50))).toBe(-1)
    expect(percentCeil(-1 as Cents, pct(50))).toBe(0)
    expect(percentFloor(-100 as Cents, pct(50))).toBe(-50)
  })
})

test.each([
  [100, 550, 550],
  [0.01, 550, 0.05],
  [0.03, 150, 0.04],
])('Rules 3.5: %d times %d hundredths, down to the cent, is %d', (amount, hundredths, product) => {
  expect(timesFloor(eur(amount), hundredths)).toBe(eur(product))
})
