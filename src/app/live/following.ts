import { Coalescer } from '../coalesce.ts'
import { type Follower, Followers } from './followers.ts'
import { type News, type NewsContext, type Place, readNews } from './read-news.ts'

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
  const readers = new Coalescer<Place, News>((places) => readNews(context, places), {
    batchMax: PLACES_MAX,
    concurrency: 1,
  })
  const following: Following = {
    follow: (follower) => followers.follow(follower),
    newsSince: (place) => readers.get(place),
  }
  return { following, stop: () => followers.stop() }
}
