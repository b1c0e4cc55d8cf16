import type { DomainEvent } from './events.ts'
import { evolve } from './evolve.ts'
import { type EventId, nthId } from './ids.ts'
import type { Instant } from './instant.ts'
import type { Player } from './player.ts'

/** An event before it is told: `at` is now and the id is made, unless it says otherwise. */
export type Untold<Event> = Event extends DomainEvent
  ? Omit<Event, 'id' | 'at'> & Partial<Pick<Event, 'id' | 'at'>>
  : never

/**
 * A decision while it is being made: what has been told so far and the player that it left. Each rule tells its events
 * and the next one finds them applied, so that no rule has to foresee what another will change.
 */
export class Telling {
  readonly now: Instant
  readonly events: DomainEvent[] = []
  readonly commandId: EventId
  player: Player
  #idsGiven = 0

  constructor(player: Player, commandId: EventId, now: Instant) {
    this.player = player
    this.commandId = commandId
    this.now = now
  }

  tell(fact: Untold<DomainEvent>): DomainEvent {
    const event = { ...fact, at: fact.at ?? this.now, id: fact.id ?? this.nextId() } as DomainEvent
    this.events.push(event)
    this.player = evolve(this.player, event)
    return event
  }

  /** An id that descends from the command's. */
  nextId<Id extends string = EventId>(): Id {
    this.#idsGiven += 1
    return nthId<Id>(this.commandId, this.#idsGiven)
  }
}
