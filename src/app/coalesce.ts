import { StoreUnavailable } from '../store/store-unavailable.ts'

interface CoalescerSettings {
  /** How many keys are read at once, at most. */
  readonly batchMax: number
  /** How many reads run beside each other, at most. */
  readonly concurrency: number
  /** How often the event loop turns for a read, at most, while each turn brings more that it can answer with. */
  readonly turnsMax: number
  /** Whether an error would have come with any keys. */
  readonly failsForAll: (error: unknown) => boolean
}

const usual: CoalescerSettings = {
  batchMax: 256,
  concurrency: 2,
  turnsMax: 1,
  failsForAll: (error) => error instanceof StoreUnavailable,
}

/**
 * Gathers single reads into batches without a timer: whoever asks during a read waits for the one after it. Nothing is
 * cached: a read that begins after a write has been committed sees it, since it never joins a batch that has begun
 * before. What it brings stands in docs/performance.md, under validate.
 *
 * A read that fails is done again in halves, until what is wrong with one key is told to nobody but its asker.
 */
export class Coalescer<Key, Value> {
  readonly #read: (keys: readonly Key[]) => Promise<readonly Value[]>
  readonly #settings: CoalescerSettings
  #waiting: Waiter<Key, Value>[] = []
  #running = 0
  #isGathering = false

  /** `read` answers in the order of the keys. */
  constructor(read: (keys: readonly Key[]) => Promise<readonly Value[]>, settings: Partial<CoalescerSettings> = {}) {
    this.#read = read
    this.#settings = { ...usual, ...settings }
  }

  get(key: Key): Promise<Value> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ key, resolve, reject })
      this.#gather()
    })
  }

  #gather(): void {
    if (this.#isGathering || this.#waiting.length === 0 || this.#running === this.#settings.concurrency) return
    this.#isGathering = true
    this.#turn(this.#settings.turnsMax)
  }

  /** Lets the event loop turn, and again as long as a turn brought anybody. */
  #turn(turnsLeft: number, before = 0): void {
    setImmediate(() => {
      const waiting = this.#waiting.length
      if (turnsLeft > 1 && waiting > before) return this.#turn(turnsLeft - 1, waiting)
      this.#isGathering = false
      this.#begin()
    })
  }

  #begin(): void {
    const { batchMax, concurrency } = this.#settings
    while (this.#running < concurrency && this.#waiting.length > 0) {
      this.#running += 1
      this.#run(this.#waiting.splice(0, batchMax)).finally(() => {
        this.#running -= 1
        this.#gather()
      })
    }
  }

  async #run(batch: readonly Waiter<Key, Value>[]): Promise<void> {
    try {
      const values = await this.#read(batch.map(({ key }) => key))
      for (const [i, { resolve }] of batch.entries()) resolve(values[i] as Value)
    } catch (error) {
      if (batch.length > 1 && !this.#settings.failsForAll(error)) return this.#runHalves(batch)
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
