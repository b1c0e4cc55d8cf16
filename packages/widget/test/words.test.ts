import { expect, test } from 'vitest'
import { errors } from '../../../src/contract/errors.ts'
import { operations } from '../../../src/contract/operations/index.ts'
import { errorsOf, type Operation } from '../../../src/contract/operations/operation.ts'
import { rulesInWords } from '../../../src/contract/render/terms-rules.ts'
import { challengeStatus } from '../../../src/contract/schemas/challenge.ts'
import { fundedStatus } from '../../../src/contract/schemas/funded-account.ts'
import { rejectionCodes } from '../../../src/core/bet/rules/rule.ts'
import { payoutRefusals } from '../../../src/core/funded/payout.ts'
import type { FundedEndReason } from '../../../src/core/program.ts'
import { asked } from '../src/data/calls.ts'
import { de } from '../src/words/de.ts'
import { en } from '../src/words/en.ts'
import { es } from '../src/words/es.ts'
import { everyRule } from './terms.ts'

const languages = { en, de, es }
const valuesOf = (schema: object): readonly string[] => ('enum' in schema ? (schema.enum as readonly string[]) : [])
const ENDS: { readonly [Reason in FundedEndReason]: true } = {
  max_drawdown_exceeded: true,
  inactivity: true,
  first_payout_deadline: true,
  max_payouts_reached: true,
  payout_cap_reached: true,
  stake_refunded: true,
}

type Texts = { readonly [name: string]: unknown }

/** Every text by the names that lead to it. */
const leaves = (words: Texts, path = ''): [name: string, text: unknown][] =>
  Object.entries(words).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null ? leaves(value as Texts, `${path}${name}.`) : [[path + name, value]],
  )
const holes = (text: unknown): string[] => (String(text).match(/\{\w+\}/g) ?? []).sort()

/** What English leaves to the service: rules without an amount, a percentage or odds, for which it has no words. */
const allRules = rulesInWords(everyRule)
const leftToService = allRules.filter(({ unit }) => ['none', 'count', 'days'].includes(unit))
const beyondEnglish = [
  ...new Set(leftToService.map(({ code }) => `rule.${code}`)),
  'rule.program_closed_funded',
  'ruleNoRefund',
]

test.each(Object.entries(languages))('%s has every text, with the same numbers in it', (language, words) => {
  const english = new Map(leaves(en))
  const others = new Map(leaves(words))
  const more = language === 'en' ? [] : beyondEnglish
  expect([...others.keys()].sort()).toEqual([...english.keys(), ...more].sort())
  for (const [name, text] of english) {
    expect(others.get(name), name).toMatch(/\S/)
    expect([name, holes(others.get(name))]).toEqual([name, holes(text)])
  }
})

test.each(['de', 'es'] as const)('%s says the numbers of the rules that English leaves to the service', (language) => {
  const said: { readonly [code: string]: string } = languages[language].rule
  for (const { code, value } of leftToService) {
    expect([code, holes(said[code])]).toEqual([code, typeof value === 'number' ? ['{value}'] : []])
  }
})

test.each(['de', 'es'] as const)('%s is not English', (language) => {
  const english = new Map(leaves(en))
  const same = leaves(languages[language]).filter(([name, text]) => english.get(name) === text)
  // Words that are the same, names of things, and numbers alone.
  expect(
    same
      .map(([name]) => name)
      .filter((name) => !/^(title|live|tier|start|historyChallenge|offlineShort|tabLeaderboard)$/.test(name)),
  ).toEqual([])
})

describeCodes('every error that a player can meet', 'error', () => {
  const asks: readonly Operation[] = Object.keys(asked).map((id) => operations[id as keyof typeof asked])
  const declined = ['purchase_declined', 'withdrawal_declined', 'cancel_declined', 'action_in_progress'] as const
  // What the widget does not do or hears by itself: should a player read of it all the same, it is said as what is unknown.
  const unknown = [
    'validation_error',
    'confirmation_required',
    'missing_idempotency_key',
    'idempotency_conflict',
    'payload_too_large',
    'token_chain_expired',
  ]
  const onTheWay = ['network_error', 'timeout', 'invalid_response', 'unknown']
  expect(declined.every((code) => code in errors)).toBe(true)
  const all = new Set<string>([...asks.flatMap(errorsOf), ...declined, 'payout_amount_changed', ...onTheWay])
  return [...all].filter((code) => !unknown.includes(code))
})
describeCodes('every reason of a rejected bet', 'rejection', () => rejectionCodes)
describeCodes('everything that stands in the way of a payout', 'blocker', () => payoutRefusals)
describeCodes('every end', 'ended', () => [...Object.keys(ENDS), 'insufficient_active_days', 'expired'])
describeCodes('every status', 'status', () => [challengeStatus, fundedStatus].flatMap(valuesOf))

test('every rule of the terms is said in every language, in English by the service where it takes no amount', () => {
  const codesOf = (rules: readonly { code: string }[]) => [...new Set(rules.map(({ code }) => code))]
  const amounts = allRules.filter((rule) => !leftToService.includes(rule))
  expect(codesOf(amounts).filter((code) => !(code in en.rule))).toEqual([])
  for (const { rule } of [de, es]) expect(codesOf(allRules).filter((code) => !(code in rule))).toEqual([])
})

function describeCodes(
  what: string,
  group: 'error' | 'rejection' | 'blocker' | 'ended' | 'status',
  codes: () => readonly string[],
) {
  test(`${what} is said in every language`, () => {
    const wanted = codes()
    expect(wanted).not.toEqual([])
    for (const [language, words] of Object.entries(languages)) {
      const missing = wanted.filter((code) => !(code in words[group]))
      expect({ language, missing }).toEqual({ language, missing: [] })
    }
  })
}
