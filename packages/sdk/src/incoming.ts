import { failedOnTheWay } from './challenge-funding-error.ts'
import type { Pieces } from './exchange.ts'

/** The most characters of a line that is read: no answer of the service has one nearly as long. */
export const LINE_MAX = 16 * 1024 * 1024

/** The values of the lines of a text, a line at a time. */
export async function* valuesOf(pieces: Pieces): AsyncGenerator<unknown, void, undefined> {
  let begun = ''
  for await (const piece of pieces) {
    const [first = '', ...others] = piece.split('\n')
    begun += first
    for (const other of others) {
      if (begun.trim() !== '') yield readJson(begun)
      begun = other
    }
    if (begun.length > LINE_MAX) throw failedOnTheWay('invalid_response', 'A line does not end')
  }
  if (begun.trim() !== '') yield readJson(begun)
}

/** What JSON says, if it is JSON. Throws ChallengeFundingError. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw failedOnTheWay('invalid_response', 'What came is no JSON', error)
  }
}
