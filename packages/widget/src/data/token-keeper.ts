import type { Timer } from './timer.ts'

/** A fresh token, and for how long it is good, in seconds. */
export interface FreshToken {
  readonly token: string
  readonly ttl: number
}

export interface TokenKeeperOptions {
  /** Exchanges a token that is still valid, or, without one, asks for a first one. */
  readonly renew: (token: string | null) => Promise<FreshToken>
  /** Whether a failure is for good: this token will never be renewed. */
  readonly isFinal: (error: unknown) => boolean
  /** Another token is there to be used from now on: one that came later than what was taken was waited for. */
  readonly onToken: (token: string) => void
  /** The page has to bring another token. Called at most once per 30 seconds. */
  readonly onExpired: () => void
  /** What the tokens of pages were exchanged for, kept beyond this keeper: who brings one again means the latest one. */
  readonly exchanged: Map<string, string>
  /** When the page was last asked for a token of this player, by the keeper before this one. */
  readonly askedAt: number | undefined
  readonly now: () => number
  readonly timer: Pick<Timer, 'set' | 'clear'>
}

/** How long before its end a token is renewed. */
const LEAD_MS = 5 * 60_000
const AGAIN_MS = 15_000
const ASK_EVERY_MS = 30_000
/** What a token lives at most: one that seems to live longer, or to be over, was read by a clock that goes wrong. */
const LIFE_MS = 3_600_000

/**
 * Keeps the token of the player fresh. Shortly before its end it is exchanged; where that fails for good the page is asked
 * for another one, at most every 30 seconds until one comes. How long a renewed token lives is counted from its arrival,
 * so that it does not matter what time it is on this device.
 */
export class TokenKeeper {
  readonly #options: TokenKeeperOptions
  #token: string | null = null
  /** What the page brought last, of which the token has come. */
  #brought: string | null = null
  #askedAt: number | undefined
  #generation = 0

  constructor(options: TokenKeeperOptions) {
    this.#options = options
    this.#askedAt = options.askedAt
  }

  /** When the page was last asked; undefined where it never was. */
  get askedAt(): number | undefined {
    return this.#askedAt
  }

  get token(): string | null {
    return this.#token
  }

  /**
   * Takes a token that the page has brought; null where it has none, then a first one is asked for. One that is over, or
   * nearly so, is exchanged before it is used: resolves once the token is the one to use, or could not be exchanged now.
   */
  async take(token: string | null): Promise<void> {
    this.#generation += 1
    this.#options.timer.clear()
    if (token !== this.#token) this.#brought = token
    this.#token = token === null ? null : (this.#options.exchanged.get(token) ?? token)
    const left = this.#token === null ? 0 : leftOf(this.#token, this.#options.now())
    if (left > LEAD_MS) this.#wake(left - LEAD_MS)
    else await this.#renew()
  }

  /** The service has refused the token: there is nothing left to renew. */
  refused(token: string | null): void {
    if (token === this.#token) this.#ask()
  }

  stop(): void {
    this.#generation += 1
    this.#options.timer.clear()
  }

  #wake(ms: number): void {
    const { timer, onToken } = this.#options
    timer.set(ms, async () => {
      const token = await this.#renew()
      if (token !== null) onToken(token)
    })
  }

  /** The token in its place; null where there is none, or somebody has brought another one meanwhile. */
  async #renew(): Promise<string | null> {
    const generation = this.#generation
    const { renew, isFinal, exchanged } = this.#options
    try {
      const { token, ttl } = await renew(this.#token)
      if (generation !== this.#generation) return null
      this.#token = token
      if (this.#brought !== null) exchanged.set(this.#brought, token)
      this.#wake(Math.max(ttl * 1000 - LEAD_MS, (ttl * 1000) / 2))
      return token
    } catch (error) {
      if (generation !== this.#generation) return null
      if (isFinal(error)) this.#ask()
      else this.#wake(AGAIN_MS)
      return null
    }
  }

  /** Asks the page, and again until it has brought another token. */
  #ask(): void {
    const { now, timer, onExpired } = this.#options
    const since = now() - (this.#askedAt ?? Number.NEGATIVE_INFINITY)
    // Below 0 the clock of the device was set back, and how long it is nobody knows.
    const isTooEarly = since >= 0 && since < ASK_EVERY_MS
    // Set before the page is asked, which may bring a token at once.
    timer.set(isTooEarly ? ASK_EVERY_MS - since : ASK_EVERY_MS, () => this.#ask())
    if (isTooEarly) return
    this.#askedAt = now()
    onExpired()
  }
}

/** How long a token lives, in milliseconds; 0 where its end cannot be read or cannot be true. */
export function leftOf(token: string, now: number): number {
  try {
    const payload = token.split('.', 1)[0] ?? ''
    const { exp } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as { exp?: unknown }
    const left = typeof exp === 'number' ? exp * 1000 - now : 0
    return left > LIFE_MS + 60_000 ? 0 : left
  } catch {
    return 0
  }
}
