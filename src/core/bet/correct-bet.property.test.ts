import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  acceptedBet,
  bet,
  challenge,
  corrected,
  eur,
  losses,
  lost,
  voided,
  World,
  won,
} from '../../../test/helpers/given.ts'

test('however often bets are corrected, all is as if they had been settled so at first', () => {
  const outcomes = fc.constantFrom('won', 'lost', 'voided') as fc.Arbitrary<'won' | 'lost' | 'voided'>
  const correction = fc.record({ name: fc.constantFrom('b1', 'b2', 'b3'), outcome: outcomes, part: fc.nat(40) })
  const names = ['b1', 'b2', 'b3']
  const opened = (): World => {
    const world = new World()
    challenge({ balance: eur(500), target: eur(100_000) })(world)
    for (const name of names) acceptedBet(bet(name, eur(20)))(world)
    return world
  }
  const settle = (world: World, name: string, outcome: 'won' | 'lost' | 'voided', part: number): void => {
    const move = { won: won(name, eur(part)), lost: lost(name), voided: voided(name) }[outcome]
    move(world)
  }
  fc.assert(
    fc.property(
      fc.tuple(outcomes, outcomes, outcomes),
      fc.array(correction, { minLength: 1, maxLength: 12 }),
      (first, later) => {
        const world = opened()
        const last = new Map(names.map((name, i) => [name, { outcome: first[i] ?? 'lost', part: 40 }]))
        for (const [name, { outcome, part }] of last) settle(world, name, outcome, part)
        for (const { name, outcome, part } of later) {
          corrected(name, outcome, eur(part))(world)
          last.set(name, { outcome, part })
        }
        const other = opened()
        for (const [name, { outcome, part }] of last) settle(other, name, outcome, part)
        const [one, two] = [world.player().program, other.player().program]
        if (one === null || two === null) throw new Error('both run')
        expect(one.balances).toEqual(two.balances)
        expect(losses(lossOf(two), lossOf(two))({ world, outcomes: [] })).toBeUndefined()
        for (const [i, name] of names.entries()) {
          const [seen, twin] = [world.bets.get(name), other.bets.get(name)]
          expect(seen?.standing).toBe(twin?.standing)
          const keys = ['placed', statusOf[first[i] ?? 'lost'], ...Object.keys(twin?.verdicts ?? {})]
          expect(new Set(Object.keys(seen?.verdicts ?? {}))).toEqual(new Set(keys))
        }
      },
    ),
  )
})

const statusOf = { won: 'settled-won', lost: 'settled-lost', voided: 'voided' }

const lossOf = ({ losses: all }: NonNullable<ReturnType<World['player']>['program']>) =>
  eur(all.reduce((sum, { amount }) => sum + amount, 0) / 100)
