type Value = string | number | boolean
export type Named = { readonly [name: string]: Value }

export interface LoyaltyTier {
  readonly id: string
  readonly name: string
  readonly level: number
  readonly minPoints: number
  readonly benefits: readonly string[]
}

export const linesOf = (text: string): readonly string[] =>
  text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]))

/** Names with their values, one a line, as `name: value`. */
export const textOfNamed = (named: Named = {}): string => Object.entries(named).map(lineOfNamed).join('\n')

/** The same read back. What nobody touched stays what it was: a text that looks like a number is none. */
export function namedIn(text: string, before: Named = {}): Named {
  if (text === textOfNamed(before)) return before
  const known = new Map(Object.entries(before).map((entry) => [lineOfNamed(entry), entry]))
  return Object.fromEntries(linesOf(text).map((line) => known.get(line) ?? namedOf(line)))
}

/** Loyalty tiers, one a line, the lowest first, as `id | name | level | points | benefit; benefit`. */
export const textOfTiers = (tiers: readonly LoyaltyTier[]): string => tiers.map(lineOfTier).join('\n')

/** The same read back, likewise: a benefit that nobody touched may have a semicolon in it. */
export function tiersIn(text: string, before: readonly LoyaltyTier[]): readonly object[] {
  if (text === textOfTiers(before)) return before
  const known = new Map(before.map((tier) => [lineOfTier(tier), tier]))
  return linesOf(text).map((line) => known.get(line) ?? tierOf(line))
}

const lineOfNamed = ([name, value]: readonly [string, Value]): string => `${name}: ${value}`

function namedOf(line: string): readonly [string, Value] {
  const [name = '', ...rest] = line.split(':')
  const text = rest.join(':').trim()
  if (text === 'true' || text === 'false') return [name.trim(), text === 'true']
  return [name.trim(), /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text]
}

const lineOfTier = ({ id, name, level, minPoints, benefits }: LoyaltyTier): string =>
  [id, name, level, minPoints, benefits.join('; ')].filter((part) => part !== '').join(' | ')

/** What is left out is for the service to fill in. */
function tierOf(line: string): object {
  const [id = '', name = '', level = '', points = '', benefits = ''] = line.split('|').map((part) => part.trim())
  return {
    id,
    name,
    ...(level !== '' && { level: Number(level) }),
    ...(points !== '' && { minPoints: Number(points) }),
    benefits: benefits.split(';').flatMap((each) => each.trim() || []),
  }
}
