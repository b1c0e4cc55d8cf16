interface Bucket {
  tokens: number
  at: number
}

export interface BurstSettings {
  readonly size: number
  readonly perSecond: number
}

/** What each full counter gets on top while the store of the counters is away. */
const usual: BurstSettings = { size: 100, perSecond: 20 }

/** A bucket of tokens for each key, which refills with time. */
export class BurstAllowance {
  readonly #settings: BurstSettings
  readonly #buckets = new Map<string, Bucket>()

  constructor(settings: BurstSettings = usual) {
    this.#settings = settings
  }

  /** Whether there is a token at `now`, in epoch milliseconds. */
  has(key: string, now: number): boolean {
    return this.#filled(key, now).tokens >= 1
  }

  /** Takes the token that `has` found. */
  spend(key: string): void {
    const bucket = this.#buckets.get(key)
    if (bucket !== undefined) bucket.tokens -= 1
  }

  /** Forgets the buckets that are full again. */
  sweep(now: number): void {
    for (const key of this.#buckets.keys()) {
      if (this.#filled(key, now).tokens === this.#settings.size) this.#buckets.delete(key)
    }
  }

  #filled(key: string, now: number): Bucket {
    const { size, perSecond } = this.#settings
    const bucket = this.#buckets.get(key) ?? { tokens: size, at: now }
    const refill = (Math.max(0, now - bucket.at) / 1000) * perSecond
    bucket.tokens = Math.min(size, bucket.tokens + refill)
    bucket.at = now
    this.#buckets.set(key, bucket)
    return bucket
  }
}
