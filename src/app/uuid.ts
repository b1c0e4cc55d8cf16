import { randomFillSync } from 'node:crypto'

// Random bytes are drawn in stock: one call for 256 ids costs about what one for a single id does.
const stock = new Uint8Array(256 * 10)
let drawn = stock.length
let lastMs = 0

/** A UUIDv7 of the real clock: ids of one process never go back in time, so that they cluster in the indexes. */
export function newId<Id extends string>(): Id {
  if (drawn === stock.length) {
    randomFillSync(stock)
    drawn = 0
  }
  const random = Buffer.from(stock.buffer, drawn, 10).toString('hex')
  drawn += 10
  lastMs = Math.max(lastMs, Date.now())
  const time = lastMs.toString(16).padStart(12, '0')
  const variant = ((Number.parseInt(random.charAt(3), 16) & 0x3) | 0x8).toString(16)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(0, 3)}-${variant}${random.slice(4, 7)}-${random.slice(8, 20)}` as Id
}

/** The smallest UUIDv7 of a moment of the real clock: a bound for ids that were made since. */
export function idAt<Id extends string>(epochMs: number): Id {
  const time = epochMs.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000` as Id
}
