interface Known<Value> {
  readonly found: Promise<Value>
  readonly at: number
}

interface Keeping<Value> {
  /** How long what was found is believed, in milliseconds; for good where it is not given. */
  readonly believedMs?: number
  /** With so many keys all are forgotten. */
  readonly most?: number
  /** What is not kept is found anew by whoever asks next. */
  readonly isKept?: (value: Value) => boolean
}

/** What was found, by its key: all who ask meanwhile share one promise. One that fails is not remembered. */
export class Remembered<Key, Value> {
  readonly #known = new Map<Key, Known<Value>>()
  readonly #find: (key: Key) => Promise<Value>
  readonly #keeping: Required<Keeping<Value>>

  constructor(find: (key: Key) => Promise<Value>, keeping: Keeping<Value> = {}) {
    this.#find = find
    this.#keeping = {
      believedMs: Number.POSITIVE_INFINITY,
      most: Number.POSITIVE_INFINITY,
      isKept: () => true,
      ...keeping,
    }
  }

  get(key: Key): Promise<Value> {
    const { believedMs, most, isKept } = this.#keeping
    const now = performance.now()
    const known = this.#known.get(key)
    if (known !== undefined && now - known.at < believedMs) return known.found
    if (this.#known.size >= most) this.#known.clear()
    const entry = { found: this.#find(key), at: now }
    this.#known.set(key, entry)
    const forget = (): void => {
      if (this.#known.get(key) === entry) this.#known.delete(key)
    }
    entry.found.then((value) => {
      if (!isKept(value)) forget()
    }, forget)
    return entry.found
  }

  clear(): void {
    this.#known.clear()
  }
}
