const QUOTE = '"'

/** One line of a separated file with its number in the file, counted from 1. */
export interface Row {
  readonly line: number
  readonly cells: readonly string[]
}

/**
 * The rows of a separated text file: quoted cells, any line ending, a byte order mark, and comma, semicolon or tab as
 * the separator, whichever the first row uses most. Rows without any content are left out; cells are trimmed.
 */
export function readRows(text: string): Row[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
  const first = lines.find((line) => line.trim() !== '') ?? ''
  const separator = mostFrequent(first, [',', ';', '\t'])
  return lines
    .map((content, at) => ({ line: at + 1, cells: splitLine(content, separator) }))
    .filter((row) => row.cells.some((cell) => cell !== ''))
}

function mostFrequent(line: string, candidates: readonly string[]): string {
  const count = (separator: string) => line.split(separator).length
  return candidates.reduce((best, candidate) => (count(candidate) > count(best) ? candidate : best))
}

function splitLine(line: string, separator: string): string[] {
  if (!line.includes(QUOTE)) return line.split(separator).map((cell) => cell.trim())
  const cells: string[] = []
  let cell = ''
  let quoted = false
  for (let at = 0; at < line.length; at += 1) {
    const character = line.charAt(at)
    if (character === QUOTE && quoted && line[at + 1] === QUOTE) {
      cell += QUOTE
      at += 1
    } else if (character === QUOTE) {
      quoted = !quoted
    } else if (character === separator && !quoted) {
      cells.push(cell.trim())
      cell = ''
    } else {
      cell += character
    }
  }
  return [...cells, cell.trim()]
}
