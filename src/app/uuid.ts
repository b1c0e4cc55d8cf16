import { randomFillSync } from 'node:crypto'

/** What makes an id its own beside its time and its number within the millisecond: 62 bits and the variant. */
const RANDOM_BYTES = 8
const NUMBER_MAX = 0xfff

// Random bytes are drawn in stock: one call for 256 ids costs about what one for a single id does.
const stock = new Uint8Array(256 * RANDOM_BYTES)
let drawn = stock.length
let lastMs = 0
let number = 0
// The hexadecimal digits of `lastMs`: to write them is a third of what an id costs.
let lastDigits = digitsOf(lastMs)

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
  const within = number.toString(16).padStart(3, '0')
  const variant = ((Number.parseInt(random.charAt(0), 16) & 0x3) | 0x8).toString(16)
  return `${lastDigits}-7${within}-${variant}${random.slice(1, 4)}-${random.slice(4)}` as Id
}

/** The next millisecond or, within the same one, the next number; a full millisecond runs over into the next. */
function countOn(): void {
  const now = Date.now()
  const isFull = now <= lastMs && number === NUMBER_MAX
  number = now > lastMs || isFull ? 0 : number + 1
  const ms = Math.max(now, isFull ? lastMs + 1 : lastMs)
  if (ms !== lastMs) lastDigits = digitsOf(ms)
  lastMs = ms
}

/** The smallest UUIDv7 of a moment of the real clock: a bound for ids that were made since. */
export const idAt = <Id extends string>(epochMs: number): Id => `${digitsOf(epochMs)}-7000-8000-000000000000` as Id

/** What an id begins with: the milliseconds since 1970 in hexadecimal. */
function digitsOf(epochMs: number): string {
  const digits = epochMs.toString(16).padStart(12, '0')
  return `${digits.slice(0, 8)}-${digits.slice(8)}`
}
