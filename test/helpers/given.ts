import type { PlacementReport } from '../../src/core/bet/bet.ts'
import { type Expectation, accepted as isAccepted } from './given-expectations.ts'
import { acceptedBet, type Move } from './given-moves.ts'
import { type Outcome, World } from './given-world.ts'

export * from './given-expectations.ts'
export * from './given-moves.ts'
export * from './given-payouts.ts'
export * from './given-terms.ts'
export { ANNA, BEN, NOON, World } from './given-world.ts'

/**
 * A test of the core as a sentence: *given* what happened before, *when* something is asked, *then* this is told.
 * ```
 * given(challenge({ balance: eur(100) }), accepted(bet('b1', eur(60))))
 *   .when(placeBet('b2', eur(40.01)))
 *   .then(rejected('b2', 'max_stake_exceeded'))
 * ```
 */
export function given(...before: readonly Move[]) {
  const world = new World()
  played(world, before)
  return { when: (...asked: readonly Move[]) => when(world, asked) }
}

function when(world: World, asked: readonly Move[]) {
  const outcomes = played(world, asked)
  return {
    // It returns nothing, so that a test may end with it: what it is part of is never awaited.
    // biome-ignore lint/suspicious/noThenProperty: given, when, then are the words of a test
    then: (...expected: readonly Expectation[]): void => {
      for (const expectation of expected) expectation({ world, outcomes })
    },
  }
}

const played = (world: World, moves: readonly Move[]): readonly Outcome[] =>
  moves.map((move) => move(world)).filter((outcome) => outcome !== undefined)

/** Given a placement: it came and was accepted. Then, given the name of a bet: its last answer was to accept it. */
export function accepted(what: PlacementReport): Move
export function accepted(what: string): Expectation
export function accepted(what: PlacementReport | string): Move | Expectation {
  return typeof what === 'string' ? isAccepted(what) : acceptedBet(what)
}
