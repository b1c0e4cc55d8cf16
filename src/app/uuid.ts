import { randomFillSync } from 'node:crypto'

/** What makes an id its own beside its time and its number within the millisecond: 62 bits and the variant. */
const RANDOM_BYTES = 8
const NUMBER_MAX = 0xfff
/** Where in an id the digits of the version and of the number begin, and those of each random byte. */
const NUMBER_AT = 14
const RANDOM_AT = [19, 21, 24, 26, 28, 30, 32, 34]
const [VARIANT_AT = 0] = RANDOM_AT
const VERSION = 0x70
const VARIANT = 0x80
const DIGITS = Buffer.from('0123456789abcdef', 'latin1')

// Random bytes are drawn in stock: one call for 256 ids costs about what one for a single id does.
const stock = new Uint8Array(256 * RANDOM_BYTES)
let drawn = stock.length
let lastMs = 0
let number = 0
// The id in the making. Put together of pieces of text it takes four times as long, and whoever reads it pays again.
const id = Buffer.from(idAt(lastMs), 'latin1')

/**
 * A UUIDv7 of the real clock. The ids of one process rise, within a millisecond too, because lists are sorted by them;
 * being neighbours, they also cluster in the indexes.
 */
export function newId<Id extends string>(): Id {
  if (drawn === stock.length) {
    randomFillSync(stock)
    drawn = 0
  }
  countOn()
  writeByte(NUMBER_AT, VERSION | (number >> 8))
  writeByte(NUMBER_AT + 2, number & 0xff)
  for (let i = 0; i < RANDOM_BYTES; i += 1) writeByte(RANDOM_AT[i] ?? 0, stock[drawn + i] ?? 0)
  writeByte(VARIANT_AT, VARIANT | ((stock[drawn] ?? 0) & 0x3f))
  drawn += RANDOM_BYTES
  return id.toString('latin1') as Id
}

function writeByte(at: number, byte: number): void {
  id[at] = DIGITS[byte >> 4] ?? 0
  id[at + 1] = DIGITS[byte & 0xf] ?? 0
}

/** The next millisecond or, within the same one, the next number; a full millisecond runs over into the next. */
function countOn(): void {
  const now = Date.now()
  const isFull = now <= lastMs && number === NUMBER_MAX
  number = now > lastMs || isFull ? 0 : number + 1
  const ms = Math.max(now, isFull ? lastMs + 1 : lastMs)
  if (ms !== lastMs) id.write(digitsOf(ms), 'latin1')
  lastMs = ms
}

/** The smallest UUIDv7 of a moment of the real clock: a bound for ids that were made since. */
export function idAt<Id extends string>(epochMs: number): Id {
  return `${digitsOf(epochMs)}-7000-8000-000000000000` as Id
}

/** What an id begins with: the milliseconds since 1970 in hexadecimal. */
function digitsOf(epochMs: number): string {
  const digits = epochMs.toString(16).padStart(12, '0')
  return `${digits.slice(0, 8)}-${digits.slice(8)}`
}
