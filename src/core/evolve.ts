import { evolveBet } from './bet/evolve-bet.ts'
import { type DomainEvent, isBetEvent } from './events.ts'
import { evolveProgram } from './evolve-program.ts'
import type { Player } from './player.ts'

/** The player after an event. No rule lives here: what is decided is in the event. */
export function evolve(player: Player, event: DomainEvent): Player {
  if (event.type === 'FlagOpened') return player
  if (event.type === 'SelfExclusionSet') {
    return { ...player, selfExclusion: { excluded: event.excluded, until: event.until } }
  }
  const program = evolveProgram(player.program, event)
  return isBetEvent(event)
    ? { ...player, program, bet: evolveBet(player.bet, event, player.id) }
    : { ...player, program }
}
