import type { Pool } from 'pg'
import { seqsOf } from '../../store/player-news.ts'
import { hearPlayerNotices } from '../../store/player-notices.ts'
import { type Repetition, repeatEvery } from '../repeat-every.ts'
import type { Who } from '../who.ts'
import { nameOf, namesIn, tenantIn } from './notice.ts'

/** Somebody who follows what happens to a player. */
export interface Follower {
  readonly who: Who
  /** The number of the last event that they know; null before they have read anything. */
  readonly seq: number | null
  /** Is called when there may be news, now and then in vain. */
  changed(): void
}

/** How often the store is asked whether a notice was missed, in milliseconds: behind a pooler none is ever heard. */
const LOOK_MS = 5_000
/** Players in one look. */
const LOOK_MAX = 1_000

/**
 * Who follows players on this replica. Notices of the database wake them; a look at the numbers of their players finds
 * what was not heard: while the connection was broken, behind a pooler, or before the first notice could come. Nothing
 * listens and nothing looks before the first follower has come.
 */
export class Followers {
  readonly #pool: Pool
  readonly #onError: (error: unknown) => void
  /** By the name of their player in notices. */
  readonly #followers = new Map<string, Set<Follower>>()
  #listener: { stop(): Promise<void> } | null = null
  #looking: Repetition | null = null

  constructor(pool: Pool, onError: (error: unknown) => void) {
    this.#pool = pool
    this.#onError = onError
  }

  follow(follower: Follower): () => void {
    const name = nameOf(follower.who)
    const followers = this.#followers.get(name) ?? new Set()
    this.#followers.set(name, followers.add(follower))
    this.#listener ??= hearPlayerNotices(this.#pool, {
      onNotice: (notice) => this.#wake(notice),
      onHearing: (hearing) => hearing && void this.#look().catch(this.#onError),
    })
    this.#looking ??= repeatEvery(LOOK_MS, () => this.#look(), this.#onError)
    return () => {
      followers.delete(follower)
      if (followers.size === 0 && this.#followers.get(name) === followers) this.#followers.delete(name)
    }
  }

  async stop(): Promise<void> {
    await this.#looking?.stop()
    await this.#listener?.stop()
  }

  #wake(notice: string): void {
    const tenantId = tenantIn(notice)
    if (tenantId !== null) {
      for (const follower of this.#all()) if (follower.who.tenantId === tenantId) follower.changed()
      return
    }
    const names = namesIn(notice)
    for (const name of names ?? this.#followers.keys()) {
      for (const follower of this.#followers.get(name) ?? []) follower.changed()
    }
  }

  #all = (): readonly Follower[] => [...this.#followers.values()].flatMap((followers) => [...followers])

  async #look(): Promise<void> {
    const all = this.#all()
    for (let i = 0; i < all.length; i += LOOK_MAX) await this.#lookAfter(all.slice(i, i + LOOK_MAX))
  }

  async #lookAfter(followers: readonly Follower[]): Promise<void> {
    const rows = await seqsOf(
      this.#pool,
      followers.map(({ who }) => who.tenantId),
      followers.map(({ who }) => who.userId),
    )
    const seqs = new Map(rows.map((row) => [`${row.tenant_id} ${row.user_id}`, row.seq]))
    for (const follower of followers) {
      const { who, seq } = follower
      if (seq !== (seqs.get(`${who.tenantId} ${who.userId}`) ?? 0)) follower.changed()
    }
  }
}
