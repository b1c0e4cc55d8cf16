/**
 * The document with patterns that the regular expressions of other languages have, too: Python's know no `\p`, and not all
 * of those that do know halves of surrogate pairs. Nobody misses these, since no UTF-8 carries them; we refuse them still.
 */
export function withPortablePatterns<Part>(part: Part): Part {
  if (Array.isArray(part)) return part.map(withPortablePatterns) as Part
  if (typeof part !== 'object' || part === null) return part
  const parts = Object.entries(part).map(([name, value]) => [
    name,
    name === 'pattern' && typeof value === 'string' ? portable(value) : withPortablePatterns(value),
  ])
  return Object.fromEntries(parts) as Part
}

const portable = (pattern: string): string =>
  pattern.replaceAll('\\p{Cc}', '\\x00-\\x1F\\x7F-\\x9F').replaceAll('\\p{Cs}', '')
