import type { Job } from './job.ts'

/** Commands that are committed together. */
export type Batch = readonly Job[]

/**
 * While a batch is under way, a second one is worth its transaction once as many commands wait as the first has, or this many:
 * what a batch costs by itself is as much as some ten bets.
 */
const ENOUGH = 32
/** A batch under way for so long, in milliseconds, waits for somebody else's lock or for the database: nobody waits for it. */
const LATE_MS = 50

/**
 * The commands that wait, in the order in which they came, and the batches that are under way. A player is in one of those
 * at a time, so that the order of its commands is the order of arrival; whoever comes behind it goes with the next.
 */
export class Backlog<Waiting extends Pick<Job, 'key'> = Job> {
  #waiting: Waiting[] = []
  readonly #held = new Set<string>()
  /** Those under way that are not late, each with what tells when it is. */
  readonly #prompt = new Map<readonly Waiting[], NodeJS.Timeout>()
  #promptJobs = 0
  readonly #onLate: () => void

  /** `onLate` is called when a batch is held back no longer. */
  constructor(onLate: () => void) {
    this.#onLate = onLate
  }

  push(job: Waiting): void {
    this.#waiting.push(job)
  }

  /** Whether what waits is worth a batch now. */
  get isReady(): boolean {
    return this.#waiting.length > 0 && this.#waiting.length >= Math.min(this.#promptJobs, ENOUGH)
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0
  }

  /** What waits and may go now, `most` at most; empty where that is not worth a batch. Give it back to `release`. */
  take(most: number): readonly Waiting[] {
    if (!this.isReady) return []
    const batch: Waiting[] = []
    const left: Waiting[] = []
    for (const job of this.#waiting) (batch.length === most || this.#held.has(job.key) ? left : batch).push(job)
    this.#waiting = left
    if (batch.length === 0) return []
    for (const { key } of batch) this.#held.add(key)
    this.#promptJobs += batch.length
    this.#prompt.set(
      batch,
      setTimeout(() => this.#isLate(batch), LATE_MS),
    )
    return batch
  }

  /** Its players may go with the next. */
  release(batch: readonly Waiting[]): void {
    for (const { key } of batch) this.#held.delete(key)
    this.#countOut(batch)
  }

  #isLate(batch: readonly Waiting[]): void {
    this.#countOut(batch)
    this.#onLate()
  }

  #countOut(batch: readonly Waiting[]): void {
    clearTimeout(this.#prompt.get(batch))
    if (this.#prompt.delete(batch)) this.#promptJobs -= batch.length
  }
}
