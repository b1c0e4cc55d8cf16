import type { Player } from '../../core/player.ts'
import type { OpenPlayer } from './books.ts'

/** A player as it was committed; `seq` is the number of its last event. */
export type KnownPlayer = Pick<Player, 'id' | 'selfExclusion' | 'program'> & { readonly seq: number }

/**
 * The players of the latest batches as they were committed. A batch still locks their rows, and the database compares:
 * it sends the state of everybody whose number is another than the known one, because another replica wrote meanwhile or
 * the user is another player by now. So nothing here can be stale; it spares reading what is known.
 *
 * Two generations: what nobody asked for while the younger one filled is forgotten with the older.
 */
export class KeptPlayers {
  readonly #generationMax: number
  #young = new Map<string, KnownPlayer>()
  #old = new Map<string, KnownPlayer>()

  /** Keeps at most `most` players, and at least the latest half of them. */
  constructor(most: number) {
    this.#generationMax = most / 2
  }

  get(key: string): KnownPlayer | undefined {
    return this.#young.get(key) ?? this.#old.get(key)
  }

  /** Only for what has been committed. */
  put(key: string, { seq, player: { id, selfExclusion, program } }: OpenPlayer): void {
    if (this.#young.size >= this.#generationMax) {
      this.#old = this.#young
      this.#young = new Map()
    }
    this.#young.set(key, { id, seq, selfExclusion, program })
  }
}
