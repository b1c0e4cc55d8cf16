import type { Pool } from 'pg'
import type { TenantId, UserId } from '../../core/ids.ts'
import type { LifeKind } from '../../core/life-kind.ts'
import { hearChanges, tellChanges } from '../../store/change-notices.ts'
import { type Repetition, repeatEvery } from '../repeat-every.ts'
import { type Change, changeInNotice, type NoteChange } from './change.ts'
import { nameOf } from './notice.ts'

/** Somebody who wants to know when something of a tenant has changed. */
export interface ChangeFollower {
  readonly tenantId: TenantId
  /** Only what is of this player, or may be; null: of anybody. */
  readonly userId: UserId | null
  changed(kinds: readonly LifeKind[]): void
  /** Whether changes are heard of from now on. While they are not, anything may have changed. */
  hearing(isHearing: boolean): void
}

/** What pages hear of changes by. */
export interface Changing {
  /** Tells the follower at once whether anything is heard; gives what ends it. */
  followChanges(follower: ChangeFollower): () => void
  /** For what is committed outside of the pipeline. */
  noteChange: NoteChange
}

/** How often a notice is sent to see whether it arrives, in milliseconds: behind a pooler LISTEN succeeds and none does. */
const BEAT_MS = 5_000
/** After more missed beats than this, notices count as unheard. */
const MISSED_MAX = 2
/** A notice that tells of nothing. */
const BEAT = 'beat'

/** Who follows tenants on this replica. Nothing listens before the first one has come. */
export class ChangeFollowers {
  readonly #pool: Pool
  readonly #onError: (error: unknown) => void
  readonly #beatMs: number
  readonly #followers = new Set<ChangeFollower>()
  #listener: { stop(): Promise<void> } | null = null
  #beating: Repetition | null = null
  #isHearing = false
  #missed = 0

  constructor(pool: Pool, onError: (error: unknown) => void, beatMs = BEAT_MS) {
    this.#pool = pool
    this.#onError = onError
    this.#beatMs = beatMs
  }

  follow(follower: ChangeFollower): () => void {
    this.#followers.add(follower)
    this.#listener ??= hearChanges(this.#pool, {
      onNotice: (notice) => this.#heard(notice),
      onHearing: (hearing) => (hearing ? void this.#beat().catch(this.#onError) : this.#setHearing(false)),
    })
    this.#beating ??= repeatEvery(this.#beatMs, () => this.#beat(), this.#onError)
    follower.hearing(this.#isHearing)
    return () => this.#followers.delete(follower)
  }

  async stop(): Promise<void> {
    await this.#beating?.stop()
    await this.#listener?.stop()
  }

  async #beat(): Promise<void> {
    if (this.#followers.size === 0) return
    this.#missed += 1
    if (this.#missed > MISSED_MAX) this.#setHearing(false)
    await tellChanges(this.#pool, [BEAT])
  }

  #heard(notice: string): void {
    this.#missed = 0
    this.#setHearing(true)
    const change = notice === BEAT ? null : changeInNotice(notice)
    if (change === null || change.kinds.length === 0) return
    for (const follower of this.#followers) if (concerns(change, follower)) follower.changed(change.kinds)
  }

  #setHearing(isHearing: boolean): void {
    if (isHearing === this.#isHearing) return
    this.#isHearing = isHearing
    for (const follower of this.#followers) follower.hearing(isHearing)
  }
}

const concerns = ({ tenantId, players }: Change, follower: ChangeFollower): boolean =>
  tenantId === follower.tenantId &&
  (players === null ||
    follower.userId === null ||
    players.includes(nameOf({ tenantId: follower.tenantId, userId: follower.userId })))
