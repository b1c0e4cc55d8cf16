/** The length of every window, in milliseconds. A window begins with the first request that it counts. */
export const WINDOW_MS = 60_000

/** One of the limits that a request is held to. */
export interface Counter {
  /** What is counted, and for whom. */
  readonly key: string
  /** The player whose bet events it counts; each has a counter of their own under the key. */
  readonly userId?: string
  /** Which limit it is: a word of the plan, or one that no plan can lift. */
  readonly limit: string
  /** How many the limit allows in a window. */
  readonly max: number
  /** What the request adds. 0 only looks whether there is room for one. */
  readonly points: number
  /**
   * `all`: without room for all of it the request is refused, and adds to none of its counters, so that who is refused
   * uses up nothing that others share. `some`: takes as many as there is room for.
   */
  readonly takes: 'all' | 'some'
  /** Whether the burst allowance helps it while the store of the counters is away. */
  readonly burst: boolean
}

/** What became of a counter. */
export interface Count {
  /** How many points were added. */
  readonly taken: number
  /** All points of the window, these included. */
  readonly count: number
  /** When the window ends, in milliseconds from now. */
  readonly resetMs: number
  /** Whether it had no room for what was asked. */
  readonly refused: boolean
}

/** Where requests are counted. */
export interface Counters {
  /**
   * Counts a request on all of its counters at once, of which no two are the same; the answers come in their order.
   * Counters that are at hand answer at once: most requests wait for nothing here.
   */
  take(counters: readonly Counter[]): readonly Count[] | Promise<readonly Count[]>
}

/** Tells counters apart. */
export const nameOf = ({ key, userId }: Counter): string => (userId === undefined ? key : `${key} ${userId}`)

/** Whether a counter that takes all or nothing is full. */
export const isFull = ({ points, max }: Counter, count: number): boolean => count + Math.max(points, 1) > max

/** What a counter gives when it is at `count`. `open`: no other counter of the request refused it. */
export function takenOf(counter: Counter, count: number, open: boolean): number {
  if (!open) return 0
  return counter.takes === 'all' ? counter.points : Math.max(0, Math.min(counter.points, counter.max - count))
}
