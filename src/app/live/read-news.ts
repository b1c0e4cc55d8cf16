import type { Pool } from 'pg'
import type { PlayerId } from '../../core/ids.ts'
import { eventsOf, type NumberedEvent } from '../../store/player-news.ts'
import type { TermsShelf } from '../../store/terms.ts'
import type { Clock } from '../clock.ts'
import { type ReadPlayer, readPlayersAsOfNow } from '../read-player.ts'
import type { Who } from '../who.ts'

/** Up to where somebody has followed a player. */
export interface Place {
  readonly who: Who
  /** Null: no event of the past is wanted. */
  readonly seq: number | null
  /** The player that the number belongs to; null where that is not known. */
  readonly playerId: PlayerId | null
}

export interface News extends ReadPlayer {
  /** The number after which the events begin: that of the place, or 0 where the user has begun anew since. */
  readonly from: number
  /** Up to where the events go; `hasMore` tells whether there are others behind. */
  readonly seq: number
  readonly events: readonly NumberedEvent[]
  readonly hasMore: boolean
}

export interface NewsContext {
  readonly db: Pool
  readonly clock: Clock
  readonly terms: TermsShelf
}

/** Events of one player in one reading. */
const EVENTS_MAX = 100

/**
 * Reads where players stand, and then the events up to exactly there: what is committed between the two readings is left
 * to the next time, so that events and state tell the same story.
 */
export async function readNews(context: NewsContext, places: readonly Place[]): Promise<readonly News[]> {
  const reads = await readPlayersAsOfNow(
    context,
    places.map(({ who }) => who),
  )
  const wanted = reads.map((read, i) => ({ read, from: beginningOf(places[i], read) }))
  const behind = wanted.filter(({ read, from }) => from < read.seq)
  const stretches = behind.map(({ read, from }) => ({
    tenantId: read.tenant.id,
    playerId: read.player.id,
    after: from,
    until: read.seq,
  }))
  const events = await eventsOf(context.db, context.terms, stretches, EVENTS_MAX)
  const found = new Map(behind.map((each, i) => [each, events[i] ?? []]))
  return wanted.map((each) => newsOf(each.read, each.from, found.get(each) ?? []))
}

/** A number that an earlier player of the user had, or nobody ever, says nothing of where to begin: all is news then. */
function beginningOf(place: Place | undefined, { player, seq: last }: ReadPlayer): number {
  const { seq = null, playerId = null } = place ?? {}
  if (seq === null) return last
  return seq > last || (playerId !== null && playerId !== player.id) ? 0 : seq
}

function newsOf(read: ReadPlayer, from: number, events: readonly NumberedEvent[]): News {
  const seq = events.length < EVENTS_MAX ? read.seq : (events.at(-1)?.seq ?? read.seq)
  return { ...read, from, seq, events, hasMore: seq < read.seq }
}
