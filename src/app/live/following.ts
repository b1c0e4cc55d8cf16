import type { PlayerId } from '../../core/ids.ts'
import type { NumberedEvent } from '../../store/player-news.ts'
import type { Who } from '../app.ts'
import { Coalescer } from '../coalesce.ts'
import type { ReadPlayer } from '../reading.ts'
import { Followers } from './followers.ts'
import { type NewsContext, readNews } from './read-news.ts'

/** Somebody who follows what happens to a player. */
export interface Follower {
  readonly who: Who
  /** The number of the last event that they know; null before they have read anything. */
  readonly seq: number | null
  /** Is called when there may be news, now and then in vain. */
  changed(): void
}

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

/** What a live stream of a player's events is made of. */
export interface Following {
  /** Calls the follower when the player has changed, whichever replica changed them; gives what ends that. */
  follow(follower: Follower): () => void
  /** What happened since, the oldest first and at most 100 events, and where the player stands now. Never cached. */
  newsSince(place: Place): Promise<News>
}

/** At most so many players in one reading. */
const PLACES_MAX = 256

/** Readings of the moment go together, and one at a time: streams are many, and bets must not wait for them. */
export function openFollowing(context: NewsContext, onError: (error: unknown) => void) {
  const followers = new Followers(context.db, onError)
  const readers = new Coalescer<Place, News>((places) => readNews(context, places), PLACES_MAX, 1)
  const following: Following = {
    follow: (follower) => followers.follow(follower),
    newsSince: (place) => readers.get(place),
  }
  return { following, stop: () => followers.stop() }
}
