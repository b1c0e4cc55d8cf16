import { expect, test } from 'vitest'
import { AMOUNT_PATTERN, valuesOf } from '../src/tiers/form.ts'

const fields = [{ name: 'target', label: 'Target', kind: 'amount' }] as const
const read = (text: string) => valuesOf(fields, { target: text }).target
const isTaken = (text: string): boolean => new RegExp(`^(?:${AMOUNT_PATTERN})$`, 'v').test(text)

test.each([
  ['150', 150],
  ['150.5', 150.5],
  ['150,50', 150.5],
  ['2.125', 2.125],
  [' 7 ', 7],
])('%j is a number', (text, value) => {
  expect(read(text)).toBe(value)
  expect(isTaken(text.trim())).toBe(true)
})

// To one a thousand and to another one: a tier that is sold for a thousandth of what was meant.
test.each(['1,000', '12,345', '1,000,000', '1,000.50', 'many'])('%j is none', (text) => {
  expect(read(text)).toBeNaN()
  expect(isTaken(text)).toBe(false)
})

test('nothing is no limit', () => {
  expect(read('  ')).toBe(null)
})
