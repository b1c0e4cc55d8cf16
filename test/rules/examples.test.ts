import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { playExample } from './example-language.ts'
import { rulesLines, rulesOf } from './rules-document.ts'

const lines = rulesLines()
const rules = rulesOf(lines)
const numbers = new Set(rules.map((rule) => rule.number))

/** Rules that no decision of the core can show, and what shows them instead. */
const shownElsewhere = new Map([
  ['2.13', 'the tests of npm run verify-ledger, which needs a database'],
  ['9.1', 'test/api/idempotency.test.ts: the core knows no keys'],
  ['9.2', 'test/api/get-tier-terms.test.ts: the core does not hash'],
])

/** The rule numbers that a source file cites: `Rules 3.2`, `Rules 4.1, 4.12`, `Rules 4.4 to 4.8`; a chapter is no number. */
function citedRules(source: string): readonly string[] {
  const citations = source.matchAll(/\bRules? (?<list>\d+(?:\.\d+)?(?:(?:, | and | to )\d+(?:\.\d+)?)*)/g)
  return [...citations].flatMap(({ groups }) => groups?.list?.match(/\d+\.\d+/g) ?? [])
}

describe('every worked example of docs/rules.md holds', () => {
  for (const { number, title, examples } of rules) {
    for (const [index, { lines: text, firstLine }] of examples.entries()) {
      test(`Rules ${number} ${title}, example ${index + 1}`, () => playExample(text, firstLine))
    }
  }
})

test.each([
  ['a line that begins with nothing known', ['sell b1'], 'a line begins with one of'],
  ['words that nobody takes', ['buy', 'lost b1 gladly'], '"gladly" is no detail of a bet'],
  ['an expectation that nobody knows', ['buy -> luck 7'], 'nothing is known of "luck 7"'],
  ['an expectation that is not met', ['buy -> balance 99.99'], 'balance: 100.00, not 99.99'],
  ['an answer that was not foreseen', ['bet b1 stake 10 odds 2'], 'the answer: refused not_found, not accepted'],
  ['an amount finer than a cent', ['tier stake 0.001'], 'at most 2 decimals'],
])('the runner fails on %s', (_what, example, message) => {
  expect(() => playExample(example, 1)).toThrow(message)
})

test('the rules of a chapter are numbered without a gap', () => {
  const counted = new Map<string, number>()
  for (const number of numbers) {
    const chapter = number.split('.')[0] ?? ''
    const next = (counted.get(chapter) ?? 0) + 1
    counted.set(chapter, next)
    expect(number).toBe(`${chapter}.${next}`)
  }
  expect([...counted.keys()]).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'])
  expect(numbers.size).toBe(rules.length)
})

test('every rule carries an example or is shown elsewhere', () => {
  const bare = rules.filter(({ examples }) => examples.length === 0)
  expect(bare.map(({ number }) => number)).toEqual([...shownElsewhere.keys()])
})

test('the table of contents leads to every heading', () => {
  const headings = lines.filter((line) => /^#{2,3} /.test(line)).map((line) => line.replace(/^#+ /, ''))
  const anchorOf = (heading: string) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-')
  const linked = lines.flatMap((line) => [...line.matchAll(/^ *- \[(.+)\]\(#(.+)\)$/g)])
  const expected = headings
    .filter((heading) => heading !== 'Contents')
    .map((heading) => `${heading} #${anchorOf(heading)}`)
  expect(linked.map(([, text, anchor]) => `${text} #${anchor}`)).toEqual(expected)
})

test('every rule that the code cites exists', () => {
  const missing = globSync('{src,packages,bench,test}/**/*.{ts,tsx}').flatMap((file) =>
    citedRules(readFileSync(file, 'utf8'))
      .filter((number) => !numbers.has(number))
      .map((number) => `${file} cites Rules ${number}`),
  )
  expect(missing).toEqual([])
})

test('every rule that another rule refers to exists', () => {
  const references = rules.flatMap(({ number, prose }) =>
    [...prose.matchAll(/§(\d+\.\d+)/g)].map(([, to]) => ({ number, to: to ?? '' })),
  )
  expect(references.filter(({ to }) => !numbers.has(to))).toEqual([])
})
