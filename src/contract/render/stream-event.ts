import { type DomainEvent, isBetEvent } from '../../core/events.ts'
import type { UserId } from '../../core/ids.ts'
import type { Instant } from '../../core/instant.ts'
import type { Terms } from '../../core/terms.ts'
import { renderBetEvent } from './bet-event.ts'
import { renderEnvelope } from './envelope.ts'

/** An event as the stream tells it: its name, and what is under it. */
export interface StreamEvent {
  readonly name: string
  readonly data: object
}

/** A stored event with what its rendering needs. */
export interface StoredEvent {
  readonly event: DomainEvent
  readonly recordedAt: Instant
  readonly terms: Terms | undefined
}

/** What the player is told of an event; undefined for one that stays inside. */
export function renderStreamEvent({ event, recordedAt, terms }: StoredEvent, userId: UserId): StreamEvent | undefined {
  if (isBetEvent(event)) return { name: 'bet', data: renderBetEvent({ event, userId, recordedAt }) }
  const envelope = terms && renderEnvelope(event, userId, terms)
  return envelope && { name: envelope.eventType, data: envelope }
}
