import type { Answer, Input } from './operations.ts'

/** How long before its end a token is no longer handed out, in milliseconds. */
const RESERVE_MS = 5 * 60_000
/** How many players are remembered. */
const REMEMBERED_MAX = 10_000

type UserToken = Answer<'mintUserToken'>
/** What it takes of a client. */
interface Minting {
  readonly mintUserToken: (input: Input<'mintUserToken'>) => Promise<UserToken>
}

/**
 * Tokens of players for the pages of an operator: made with the server key, handed out again while they are good for
 * another five minutes. Ask only for a player who has logged in with you: whoever has the token acts as that player.
 */
export class UserTokens {
  readonly #client: Minting
  readonly #kept = new Map<string, Promise<Kept>>()

  constructor(client: Minting) {
    this.#client = client
  }

  async of(userId: string): Promise<UserToken> {
    const asked = this.#kept.get(userId)
    const kept = await asked?.catch(() => undefined)
    if (kept !== undefined && kept.until > Date.now()) return kept.token
    // Somebody else who found the same may have been quicker.
    const newer = this.#kept.get(userId)
    return (await (newer === undefined || newer === asked ? this.#mint(userId) : newer)).token
  }

  /** The next one will be new: this one was refused, or the player has logged out. It stays good until its end. */
  forget(userId: string): void {
    this.#kept.delete(userId)
  }

  /** Those who ask while a token is being made wait for the same one. */
  #mint(userId: string): Promise<Kept> {
    const minted = this.#client
      .mintUserToken({ userId })
      // Its own ttl, so that it does not matter what the two clocks say.
      .then((token) => ({ token, until: Date.now() + token.ttl * 1000 - RESERVE_MS }))
    this.#kept.delete(userId)
    this.#kept.set(userId, minted)
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > REMEMBERED_MAX && oldest !== undefined) this.#kept.delete(oldest)
    return minted
  }
}

interface Kept {
  readonly token: UserToken
  readonly until: number
}
