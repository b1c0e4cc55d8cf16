import { challengeFields, fundedFields, rulesetFields } from '../tiers/fields.ts'
import type { FormField } from '../tiers/form.ts'
import { valueText } from '../tiers/version-words.ts'
import { capital, textInWords } from '../words.ts'
import type { Entry } from './entry.ts'

type Trace = Entry['before']
type Word = Pick<FormField, 'name' | 'label' | 'kind'>

const amount = (name: string, label: string): Word => ({ name, label, kind: 'amount' })

/** The fields of the audit that have a unit, and those that a plain reading of their name would not explain. */
const words = new Map<string, Word>(
  [
    ...challengeFields,
    ...fundedFields,
    ...rulesetFields,
    amount('balance', 'Balance'),
    amount('refundableOwnStake', 'Own stake to be refunded'),
    amount('bonusVoided', 'Bonus voided'),
    amount('fundedAmount', 'Funded amount'),
    amount('profitForfeited', 'Profit forfeited'),
    amount('grossAmount', 'Gross'),
    amount('userShare', "Player's share"),
    amount('ownStakeReturned', 'Own stake on top'),
    amount('settlementAmount', 'Whole return as sent'),
    amount('returned', 'Whole return'),
    amount('loss', 'Loss'),
  ].map((word) => [word.name, word]),
)
/** Of these nothing is no limit. */
const limits = new Set<string>([...challengeFields, ...fundedFields, ...rulesetFields].map(({ name }) => name))
const labels: { readonly [name: string]: string } = { mfaEnabled: 'Code by e-mail' }

/** The audit keeps whole numbers of the last decimal: cents, hundredths of a percent, ten-thousandths of odds. */
const partsOf: { readonly [kind in FormField['kind']]: number } = {
  amount: 100,
  percent: 100,
  times: 100,
  odds: 10_000,
  count: 1,
}

/** What changed, as people read it: each field with its unit, before → after. */
export function changeText(before: Trace, after: Trace): string {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return names
    .map((name) => {
      const label = words.get(name)?.label ?? labels[name] ?? spaced(name)
      const was = before?.[name]
      const is = after?.[name]
      if (was === undefined) return `${label}: ${shown(name, is)}`
      return is === undefined
        ? `${label} before: ${shown(name, was)}`
        : `${label}: ${shown(name, was)} → ${shown(name, is)}`
    })
    .join('; ')
}

/** ownStakeGoes is "Own stake goes". */
const spaced = (name: string): string => capital(name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`))

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$|^[0-9a-f]{64}$/
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/

function shown(name: string, value: unknown): string {
  const word = words.get(name)
  if (word !== undefined && (typeof value === 'number' || (value === null && limits.has(name)))) {
    return valueText(word, value === null ? null : value / partsOf[word.kind], (id) => id)
  }
  if (value === null || value === undefined) return 'nothing'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value !== 'string') return typeof value === 'object' ? JSON.stringify(value) : String(value)
  if (ID.test(value)) return `${value.slice(0, 8)}…`
  if (INSTANT.test(value)) return `${value.slice(0, 16).replace('T', ' ')} UTC`
  return textInWords(value)
}
