import fc from 'fast-check'
import { test } from 'vitest'
import { type Cents, payoutHalfUp, percentCeil, percentFloor, timesFloor } from './money.ts'
import { ODDS_ONE, type Odds } from './odds.ts'
import type { Percent } from './percent.ts'

const amounts = fc.integer({ min: -100_000_000_000, max: 100_000_000_000 }).map((amount) => amount as Cents)
const stakes = fc.integer({ min: 0, max: 100_000_000_000 }).map((amount) => amount as Cents)
const percents = fc.integer({ min: 0, max: 100_000 }).map((hundredths) => hundredths as Percent)
const odds = fc.integer({ min: ODDS_ONE, max: 500_000_000 }).map((tenThousandths) => tenThousandths as Odds)

/** floor <= product < floor + 1, with everything multiplied by the divisor so that no fraction is left. */
const isFloor = (floor: number, product: bigint, divisor: bigint): boolean =>
  BigInt(floor) * divisor <= product && product < (BigInt(floor) + 1n) * divisor

test('percentFloor is the greatest whole amount that the share reaches', () =>
  fc.assert(
    fc.property(amounts, percents, (amount, percent) =>
      isFloor(percentFloor(amount, percent), BigInt(amount) * BigInt(percent), 10_000n),
    ),
  ))

test('percentCeil is the smallest whole amount that reaches the share', () =>
  fc.assert(
    fc.property(amounts, percents, (amount, percent) => {
      const ceil = BigInt(percentCeil(amount, percent))
      const product = BigInt(amount) * BigInt(percent)
      return product <= ceil * 10_000n && (ceil - 1n) * 10_000n < product
    }),
  ))

test('timesFloor is the greatest whole amount that the multiple reaches', () =>
  fc.assert(
    fc.property(stakes, fc.integer({ min: 0, max: 100_000 }), (amount, hundredths) =>
      isFloor(timesFloor(amount, hundredths), BigInt(amount) * BigInt(hundredths), 100n),
    ),
  ))

test('payoutHalfUp lies at most half a cent from the product, and at the half above it', () =>
  fc.assert(
    fc.property(stakes, odds, (stake, by) => {
      const twice = 2n * (BigInt(payoutHalfUp(stake, by)) * 10_000n - BigInt(stake) * BigInt(by))
      return -10_000n < twice && twice <= 10_000n
    }),
  ))

test('more stake or longer odds never pay less', () =>
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1_000_000 }),
      fc.integer({ min: ODDS_ONE, max: 1_000_000 }),
      (stake, by) =>
        payoutHalfUp((stake + 1) as Cents, by as Odds) >= payoutHalfUp(stake as Cents, by as Odds) &&
        payoutHalfUp(stake as Cents, (by + 1) as Odds) >= payoutHalfUp(stake as Cents, by as Odds),
    ),
  ))
