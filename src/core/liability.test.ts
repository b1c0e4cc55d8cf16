import { expect, test } from 'vitest'
import { type Exposure, liabilityAtWorst, liabilityNow } from './liability.ts'
import { cents, ZERO } from './money.ts'
import { percent } from './percent.ts'

const program = (more: Partial<Exposure>): Exposure => ({
  kind: 'funded_account',
  balance: cents(50_000),
  startingBalance: cents(50_000),
  targetBalance: cents(15_000),
  ownStake: cents(2000),
  profitSplitPercent: percent(8000),
  openWin: ZERO,
  ...more,
})

const owes = (profitShare: number, ownStake: number) => ({ profitShare: cents(profitShare), ownStake: cents(ownStake) })

test('a funded account owes the share of its profit, down to the cent, and the own stake', () => {
  expect(liabilityNow(program({ balance: cents(60_001) }))).toEqual(owes(8000, 2000))
  expect(liabilityNow(program({ balance: cents(60_001), ownStake: ZERO }))).toEqual(owes(8000, 0))
})

test('a loss is not owed to the operator', () => {
  expect(liabilityNow(program({ balance: cents(40_000) }))).toEqual(owes(0, 2000))
})

test('at worst every open bet is won', () => {
  const behind = program({ balance: cents(45_000), openWin: cents(15_000) })
  expect(liabilityNow(behind)).toEqual(owes(0, 2000))
  expect(liabilityAtWorst(behind)).toEqual(owes(8000, 2000))
})

test('a passed challenge owes the own stake', () => {
  const passed = program({ kind: 'challenge_passed', balance: cents(16_000), openWin: cents(1) })
  expect(liabilityNow(passed)).toEqual(owes(0, 2000))
  expect(liabilityAtWorst(passed)).toEqual(owes(0, 2000))
})

test.each([
  [4999, 0],
  [5000, 2000],
])('a challenge at 100.00 of 150.00 whose open bets would bring %i cents owes %i at worst', (openWin, ownStake) => {
  const running = program({ kind: 'challenge', balance: cents(10_000), openWin: cents(openWin) })
  expect(liabilityNow(running)).toEqual(owes(0, 0))
  expect(liabilityAtWorst(running)).toEqual(owes(0, ownStake))
})

test('a challenge at its target that has not passed, for want of bets or days, owes nothing yet', () => {
  const waiting = program({ kind: 'challenge', balance: cents(15_000) })
  expect(liabilityNow(waiting)).toEqual(owes(0, 0))
  expect(liabilityAtWorst(waiting)).toEqual(owes(0, 2000))
})
