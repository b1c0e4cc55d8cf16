import { randomFillSync } from 'node:crypto'

/** What makes an id its own beside its time and its number within the millisecond: 62 bits and the variant. */
const RANDOM_BYTES = 8
const NUMBER_MAX = 0xfff

// Random bytes are drawn in stock: one call for 256 ids costs about what one for a single id does.
const stock = new Uint8Array(256 * RANDOM_BYTES)
let drawn = stock.length
let lastMs = 0
let number = 0

/**
 * A UUIDv7 of the real clock. The ids of one process rise, within a millisecond too, because lists are sorted by them;
 * being neighbours, they also cluster in the indexes.
 */
export function newId<Id extends string>(): Id {
  if (drawn === stock.length) {
    randomFillSync(stock)
    drawn = 0
  }
  const random = Buffer.from(stock.buffer, drawn, RANDOM_BYTES).toString('hex')
  drawn += RANDOM_BYTES
  countOn()
  const time = lastMs.toString(16).padStart(12, '0')
  const within = number.toString(16).padStart(3, '0')
  const variant = ((Number.parseInt(random.charAt(0), 16) & 0x3) | 0x8).toString(16)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${within}-${variant}${random.slice(1, 4)}-${random.slice(4)}` as Id
}

/** The next millisecond or, within the same one, the next number; a full millisecond runs over into the next. */
function countOn(): void {
  const now = Date.now()
  const isFull = now <= lastMs && number === NUMBER_MAX
  number = now > lastMs || isFull ? 0 : number + 1
  lastMs = Math.max(now, isFull ? lastMs + 1 : lastMs)
}

/** The smallest UUIDv7 of a moment of the real clock: a bound for ids that were made since. */
export function idAt<Id extends string>(epochMs: number): Id {
  const time = epochMs.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000` as Id
}
