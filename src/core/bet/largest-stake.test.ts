import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  acceptedBet,
  bet,
  challenge,
  eur,
  fundedAccount,
  type Move,
  pct,
  utc,
  World,
} from '../../../test/helpers/given.ts'
import { histories, odds } from '../../../test/helpers/histories.ts'
import { later } from '../instant.ts'
import { cents } from '../money.ts'
import { isRunning } from '../program.ts'
import { largestStake } from './largest-stake.ts'
import { slipOf } from './place-bet.ts'
import { breachesOf } from './rules/index.ts'

const largest = (...moves: readonly Move[]) => {
  const world = played(...moves)
  const { program } = world.player()
  if (program === null) throw new Error('there is a program')
  return (price: number) =>
    largestStake(program, slipOf(program, bet('b', eur(1), { odds: price }), world.now), world.now)
}
function played(...moves: readonly Move[]): World {
  const world = new World()
  for (const move of moves) move(world)
  return world
}

test('is what the rules leave: the share of the balance, what is free, the largest win', () => {
  expect(largest(challenge({ limits: { maxStakePercent: pct(25) } }))(2)).toBe(eur(25))
  expect(largest(challenge({ limits: { maxStakePercent: pct(25) } }), acceptedBet(bet('a', eur(20))))(2)).toBe(eur(25))
  expect(largest(challenge(), acceptedBet(bet('a', eur(70))))(2)).toBe(eur(30))
  expect(largest(challenge({ limits: { maxWinPerTicket: eur(10) } }))(3)).toBe(eur(5))
  expect(largest(challenge({ limits: { maxWinPerTicket: eur(10) } }))(1.5)).toBe(eur(20))
  expect(largest(fundedAccount(eur(100), { maxStakePercent: pct(10) }))(2)).toBe(eur(10))
})

test('is nothing where no stake would be taken', () => {
  expect(largest(challenge({ limits: { minOdds: 20_000 as never } }))(1.99)).toBeNull()
  expect(largest(challenge(), acceptedBet(bet('a', eur(99.01))))(2)).toBeNull()
  expect(largest(challenge({ limits: { maxWinPerTicket: eur(0.5) } }))(2)).toBeNull()
})

test('in any history it is accepted, and a cent more is not', () => {
  fc.assert(
    fc.property(histories, odds, (steps, price) => {
      const world = new World()
      for (const step of steps) {
        world.now = later(world.now, step.afterMs)
        world.actor = step.playerId
        world.decide(step.ask(world))
        const { program } = world.player()
        if (!isRunning(program)) continue
        const slip = slipOf(program, { ...bet('b', eur(1)), odds: price }, world.now)
        const most = largestStake(program, slip, world.now)
        const breaks = (stake: number) => breachesOf(program, { ...slip, stake: cents(stake) }, world.now).length
        if (most === null) expect(breaks(program.terms.challenge.minStake)).toBeGreaterThan(0)
        else expect([breaks(most), breaks(most + 1) > 0]).toEqual([0, true])
      }
    }),
    { numRuns: 50 },
  )
})

test('is of the moment: a cooldown leaves none', () => {
  const limits = { dailyDrawdownPercent: pct(10), cooldownHours: 2 }
  const world = played(challenge({ limits }), acceptedBet(bet('a', eur(10))))
  world.decide({ type: 'SettleBet', report: { ...bet('a', eur(10)), status: 'settled-lost' } })
  const { program } = world.player()
  if (program === null) throw new Error('there is a program')
  const slip = slipOf(program, bet('b', eur(1)), utc('13:00'))
  expect(largestStake(program, slip, utc('13:00'))).toBeNull()
  expect(largestStake(program, { ...slip, eventAt: utc('14:00') }, utc('14:00'))).toBe(eur(90))
})
