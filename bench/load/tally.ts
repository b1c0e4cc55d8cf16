/** What came of one request: bet events that were accepted, and those that were not. */
export interface Reading {
  readonly accepted: number
  readonly refused: number
}

/** What a slice measured. Times in milliseconds. */
export interface SliceFigures {
  readonly requestsPerSecond: number
  /** Accepted bet events, or accepted questions. */
  readonly eventsPerSecond: number
  readonly p50: number
  readonly p99: number
  /** Over the whole slice, its beginning and end included. */
  readonly requests: number
  readonly accepted: number
  readonly refused: number
}

/** Counts everything, and times what is answered between `open` and `close`. */
export class Tally {
  #latencies: number[] = []
  #eventsTimed = 0
  #openedAt = 0
  #seconds = 0
  #timing = false
  #requests = 0
  #accepted = 0
  #refused = 0

  open(): void {
    this.#timing = true
    this.#openedAt = performance.now()
  }

  close(): void {
    this.#timing = false
    this.#seconds = (performance.now() - this.#openedAt) / 1000
  }

  add(latencyMs: number, { accepted, refused }: Reading): void {
    this.#requests += 1
    this.#accepted += accepted
    this.#refused += refused
    if (!this.#timing) return
    this.#latencies.push(latencyMs)
    this.#eventsTimed += accepted
  }

  figures(): SliceFigures {
    const sorted = Float64Array.from(this.#latencies).sort()
    const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN
    return {
      requestsPerSecond: sorted.length / this.#seconds,
      eventsPerSecond: this.#eventsTimed / this.#seconds,
      p50: at(0.5),
      p99: at(0.99),
      requests: this.#requests,
      accepted: this.#accepted,
      refused: this.#refused,
    }
  }
}
