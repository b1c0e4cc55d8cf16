/** Repeatable chance: the same seed gives the same history on every machine (mulberry32). */
export class Chance {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** 0 (included) to 1 (excluded). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  /** A whole number of both bounds or between them. */
  whole(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1))
  }

  happens(probability: number): boolean {
    return this.next() < probability
  }

  pick<T>(items: readonly T[]): T {
    const item = items[this.whole(0, items.length - 1)]
    if (item === undefined) throw new Error('nothing to pick from')
    return item
  }

  pickOrNone<T>(items: readonly T[]): T | undefined {
    return items.length === 0 ? undefined : this.pick(items)
  }

  /** One of the choices, each as likely as its weight says. */
  weighted<T>(choices: readonly (readonly [number, T])[]): T {
    let left = this.next() * choices.reduce((sum, [weight]) => sum + weight, 0)
    for (const [weight, item] of choices) {
      left -= weight
      if (left < 0) return item
    }
    throw new Error('no choice has a weight')
  }
}
