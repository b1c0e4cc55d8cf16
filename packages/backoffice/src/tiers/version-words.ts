import { amountText, percentText, wholeNumber } from '../words.ts'
import { challengeFields, fundedFields, rulesetFields } from './fields.ts'
import type { FormField } from './form.ts'

/** A field of a version: what it is called, and how its values read. */
interface Word {
  readonly name: string
  readonly label: string
  readonly kind: FormField['kind'] | 'text' | 'flag' | 'ruleset'
}
type Value = string | number | boolean | null

const tierWords: readonly Word[] = [
  { name: 'name', label: 'Name', kind: 'text' },
  { name: 'enabled', label: 'On sale', kind: 'flag' },
  ...challengeFields,
  { name: 'challengeRulesetId', label: 'Betting rules of the challenge', kind: 'ruleset' },
  ...fundedFields,
  { name: 'fundedRulesetId', label: 'Betting rules of the funded account', kind: 'ruleset' },
  { name: 'fundedStakeRefundable', label: 'Own stake refundable when funded', kind: 'flag' },
]

const rulesetWords: readonly Word[] = [
  { name: 'name', label: 'Name', kind: 'text' },
  { name: 'phase', label: 'Phase', kind: 'text' },
  ...rulesetFields,
]

/** The fields in the order of the editors. */
export const wordsOf = (kind: 'tier' | 'ruleset'): readonly Word[] => (kind === 'tier' ? tierWords : rulesetWords)

/** The field that a change names; by its own name where a version has one that nobody here knows. */
export const wordOf = (kind: 'tier' | 'ruleset', name: string): Word =>
  wordsOf(kind).find((word) => word.name === name) ?? { name, label: name, kind: 'text' }

/** A value of a version as people read it. */
export function valueText(word: Word, value: Value | undefined, rulesetName: (id: string) => string): string {
  if (value === undefined) return '–'
  if (value === null) return word.name === 'cooldownHours' ? 'until 00:00 UTC' : 'no limit'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string') return word.kind === 'ruleset' ? rulesetName(value) : value
  switch (word.kind) {
    case 'amount':
      return amountText(value)
    case 'percent':
      return percentText(value)
    case 'times':
      return `${value} times`
    case 'count':
      return wholeNumber.format(value)
    default:
      return String(value)
  }
}
