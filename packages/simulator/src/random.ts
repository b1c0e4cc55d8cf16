/**
 * Chance that can be repeated: the same seed gives the same numbers on every machine. Each player draws from a fork of
 * their own, so that what one of them does never changes what another one draws, whatever order the network answers in.
 */
export class Random {
  #state: number
  readonly #seed: string

  constructor(seed: string) {
    this.#seed = seed
    this.#state = hash(seed)
  }

  /** An independent source that depends on this one's seed and the label only, not on what was drawn before. */
  fork(label: string): Random {
    return new Random(`${this.#seed}/${label}`)
  }

  /** A number from 0 up to, not including, 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1))
  }

  /** One of the items. Throws when there is none. */
  pick<T>(items: readonly T[]): T {
    const item = items[Math.floor(this.next() * items.length)]
    if (item === undefined) throw new Error('there is nothing to pick from')
    return item
  }

  /** Some of the items, at most `count`, each once, in chance order. */
  sample<T>(items: readonly T[], count: number): T[] {
    return items
      .map((item) => ({ item, rank: this.next() }))
      .sort((a, b) => a.rank - b.rank)
      .slice(0, count)
      .map(({ item }) => item)
  }

  /** Around 0 with a standard deviation of 1 (Box-Muller). */
  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next())
  }

  /** A count with the given mean (Knuth's way, for small means). */
  poisson(mean: number): number {
    const limit = Math.exp(-mean)
    let product = this.next()
    let count = 0
    while (product > limit) {
      product *= this.next()
      count += 1
    }
    return count
  }
}

/** FNV-1a over the characters, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  return value | 0
}
