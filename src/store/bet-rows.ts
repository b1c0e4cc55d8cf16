import { type BetEvent, isBetEvent } from '../core/events.ts'
import type { PlayerId, UserId } from '../core/ids.ts'
import { type Instant, instant } from '../core/instant.ts'
import { invariant } from '../core/invariant.ts'
import { EVENT_COLUMNS, type EventRow, eventOfRow } from './event-rows.ts'

/** A bet event as it is stored, with the user that it belongs to. */
export interface BetRecord {
  readonly event: BetEvent
  readonly playerId: PlayerId
  readonly userId: UserId
  readonly recordedAt: Instant
}

export type BetRow = EventRow & { readonly user_id: UserId }

/** What a statement selects of its event `e` and its player `p`. */
export const BET_COLUMNS = `${EVENT_COLUMNS}, p.user_id`

export function recordOf(row: BetRow): BetRecord {
  const event = eventOfRow(row, () => undefined)
  invariant(isBetEvent(event), 'an event of a bet is a bet event')
  return { event, playerId: row.player_id, userId: row.user_id, recordedAt: instant(row.recorded_at.getTime()) }
}
