import type { DomainEvent } from './events.ts'
import { evolveProgram } from './evolve-program.ts'
import type { Program } from './program.ts'

/** The latest program of a player as its events left it: what a decision was made on is what came before it. */
export function programAfter(events: readonly DomainEvent[]): Program | null {
  let program: Program | null = null
  for (const event of events) {
    if (event.type === 'FlagOpened' || event.type === 'SelfExclusionSet') continue
    program = evolveProgram(program, event)
  }
  return program
}
