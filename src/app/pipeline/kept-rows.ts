import type { Bet } from '../../core/bet/bet.ts'
import type { TenantId } from '../../core/ids.ts'
import type { Player } from '../../core/player.ts'
import type { RowVersion, TenantRow } from '../../store/batch/load.ts'

/** A player as it was committed; `seq` is the number of its last event. */
export type KnownPlayer = Pick<Player, 'id' | 'selfExclusion' | 'program'> &
  Pick<RowVersion, 'xmin'> & { readonly seq: number }

/** An open bet as it was committed. */
export interface KnownBet {
  readonly bet: Bet
  readonly version: RowVersion
}

/** The books of a batch, as far as they are kept. */
interface Committed {
  readonly players: ReadonlyMap<
    string,
    Pick<KnownPlayer, 'seq' | 'xmin'> & { readonly player: Player; readonly isNew: boolean; readonly changed: boolean }
  >
  readonly bets: ReadonlyMap<string, { readonly bet: Bet; readonly version: RowVersion | null }>
  readonly tenants: ReadonlyMap<TenantId, { readonly row: TenantRow }>
}

/** Some 2 kB each. */
const PLAYERS_MAX = 40_000
/** Some 1 kB each. */
const BETS_MAX = 20_000

/**
 * The players of the latest batches and their open bets, as they were committed. Nothing here is believed: a batch either
 * locks a row and has the database compare, which then sends the state of those only that have changed since, or decides
 * on what is known and writes where the very version that it knows must lie. Decision 0027 tells why.
 */
export class KeptRows {
  readonly players = new Latest<KnownPlayer>(PLAYERS_MAX)
  readonly bets = new Latest<KnownBet>(BETS_MAX)
  readonly tenants = new Map<TenantId, TenantRow>()

  /** Only what has been committed. */
  keep({ players, bets, tenants }: Committed): void {
    for (const [key, { seq, xmin, player, isNew, changed }] of players) {
      // Its row may have been taken back.
      if (isNew && !changed) continue
      const { id, selfExclusion, program } = player
      this.players.put(key, { id, selfExclusion, program, seq, xmin })
    }
    for (const [key, { bet, version }] of bets) {
      // A bet is settled once: what comes after is rare, and asked for.
      if (bet.standing === 'open' && version !== null) this.bets.put(key, { bet, version })
      else this.bets.drop(key)
    }
    for (const [id, { row }] of tenants) this.tenants.set(id, row)
  }

  /** Of another database, which may have lost the latest transactions and given their numbers away anew, nothing is known. */
  forget(): void {
    this.players.clear()
    this.bets.clear()
    this.tenants.clear()
  }
}

/** Two generations: what nobody put while the younger one filled is forgotten with the older. */
class Latest<Value> {
  readonly #generationMax: number
  #young = new Map<string, Value>()
  #old = new Map<string, Value>()

  /** Keeps at most `most` values, and at least the latest half of them. */
  constructor(most: number) {
    this.#generationMax = most / 2
  }

  get(key: string): Value | undefined {
    return this.#young.get(key) ?? this.#old.get(key)
  }

  put(key: string, value: Value): void {
    if (this.#young.size >= this.#generationMax) {
      this.#old = this.#young
      this.#young = new Map()
    }
    this.#young.set(key, value)
  }

  drop(key: string): void {
    this.#young.delete(key)
    this.#old.delete(key)
  }

  clear(): void {
    this.#young = new Map()
    this.#old = new Map()
  }
}
