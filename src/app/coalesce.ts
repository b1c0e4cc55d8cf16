import { StoreUnavailable } from '../store/store-unavailable.ts'

/**
 * Gathers single reads into batches without a timer: whoever asks during a read waits for the one after it. Nothing is
 * cached: a read that begins after a write has been committed sees it, since it never joins a batch that has begun
 * before. What it brings stands in docs/performance.md, under validate.
 *
 * A read that fails is done again in halves, until what is wrong with one key is told to nobody but its asker.
 */
export class Coalescer<Key, Value> {
  readonly #read: (keys: readonly Key[]) => Promise<readonly Value[]>
  readonly #batchMax: number
  readonly #concurrency: number
  readonly #failsForAll: (error: unknown) => boolean
  #waiting: Waiter<Key, Value>[] = []
  #running = 0

  /** `read` answers in the order of the keys; `failsForAll` says whether an error would have come with any keys. */
  constructor(
    read: (keys: readonly Key[]) => Promise<readonly Value[]>,
    batchMax = 256,
    concurrency = 2,
    failsForAll = (error: unknown): boolean => error instanceof StoreUnavailable,
  ) {
    this.#read = read
    this.#batchMax = batchMax
    this.#concurrency = concurrency
    this.#failsForAll = failsForAll
  }

  get(key: Key): Promise<Value> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ key, resolve, reject })
      if (this.#waiting.length === 1) setImmediate(() => this.#next())
    })
  }

  #next(): void {
    while (this.#running < this.#concurrency && this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, this.#batchMax)
      this.#running += 1
      this.#run(batch).finally(() => {
        this.#running -= 1
        this.#next()
      })
    }
  }

  async #run(batch: readonly Waiter<Key, Value>[]): Promise<void> {
    try {
      const values = await this.#read(batch.map(({ key }) => key))
      for (const [i, { resolve }] of batch.entries()) resolve(values[i] as Value)
    } catch (error) {
      if (batch.length > 1 && !this.#failsForAll(error)) return this.#runHalves(batch)
      for (const { reject } of batch) reject(error)
    }
  }

  async #runHalves(batch: readonly Waiter<Key, Value>[]): Promise<void> {
    const half = batch.length >> 1
    await this.#run(batch.slice(0, half))
    await this.#run(batch.slice(half))
  }
}

interface Waiter<Key, Value> {
  readonly key: Key
  readonly resolve: (value: Value) => void
  readonly reject: (error: unknown) => void
}
