type Value = string | number | boolean
export type Named = { readonly [name: string]: Value }

export const linesOf = (text: string): readonly string[] =>
  text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]))

/** Names with their values, one a line, as `name: value`. */
export const textOfNamed = (named: Named = {}): string =>
  Object.entries(named)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')

export const namedIn = (text: string): Named =>
  Object.fromEntries(
    linesOf(text).map((line) => {
      const [name = '', ...rest] = line.split(':')
      return [name.trim(), valueIn(rest.join(':').trim())]
    }),
  )

function valueIn(text: string): Value {
  if (text === 'true' || text === 'false') return text === 'true'
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text
}

export interface LoyaltyTier {
  readonly id: string
  readonly name: string
  readonly minPoints: number
  readonly benefits: readonly string[]
}

/** Loyalty tiers, one a line, the lowest first: `id | name | points | benefit; benefit`. */
export const textOfTiers = (tiers: readonly LoyaltyTier[]): string =>
  tiers
    .map(({ id, name, minPoints, benefits }) =>
      [id, name, minPoints, benefits.join('; ')].filter((each) => each !== ''),
    )
    .map((parts) => parts.join(' | '))
    .join('\n')

export const tiersIn = (text: string): readonly LoyaltyTier[] =>
  linesOf(text).map((line) => {
    const [id = '', name = '', points = '', benefits = ''] = line.split('|').map((part) => part.trim())
    const minPoints = points === '' ? 0 : Number(points)
    return { id, name, minPoints, benefits: benefits.split(';').flatMap((each) => each.trim() || []) }
  })
