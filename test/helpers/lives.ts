import type { ProgramId } from '../../src/core/ids.ts'
import { ANNA, type Move, World } from './given.ts'

/** The world after these moves. */
export function played(...moves: readonly Move[]): World {
  const world = new World()
  for (const move of moves) move(world)
  return world
}

/** All that happened to a player. */
export const lifeOf = (world: World, id = ANNA) =>
  world.history.filter(({ playerId }) => playerId === id).map(({ event }) => event)

/** The programs of a player, the oldest first. */
export const programIdsOf = (world: World, id = ANNA): readonly ProgramId[] =>
  lifeOf(world, id).flatMap((event) =>
    event.type === 'ChallengePurchased' || event.type === 'FundedAccountActivated' ? [event.programId] : [],
  )
