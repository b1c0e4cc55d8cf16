import { describe, expect, test } from 'vitest'
import { wholeReturn } from '../src/bets/bet.ts'
import { linesOfId, percentText, shareText } from '../src/words.ts'

test.each([
  [80, '80 %'],
  [12.5, '12.5 %'],
  [12.55, '12.55 %'],
  [0.01, '0.01 %'],
])('a percentage of the terms has all of its decimals: %d', (percent, text) => {
  expect(percentText(percent)).toBe(text)
})

test.each([
  [1, 3, '33.3 %'],
  [2, 2, '100 %'],
  [0, 7, '0 %'],
  [1, 2000, '< 0.1 %'],
])('a share is told to the first decimal: %d of %d', (part, whole, text) => {
  expect(shareText(part, whole)).toBe(text)
})

describe('what a bet returns if it is won', () => {
  test.each([
    [10, 2.1, 21],
    [1.15, 1.7, 1.96],
    [1.05, 1.9, 2],
    [8.25, 1.02, 8.42],
    [1_000_000_000, 1.0001, 1_000_000_000],
  ])('is to the cent what the service credits: %d at %d', (stakeAmount, odds, returned) => {
    expect(wholeReturn({ stakeAmount, odds })).toBe(returned)
  })

  test('is not known without stake or odds', () => {
    expect(wholeReturn({ stakeAmount: null, odds: 2 })).toBe(null)
    expect(wholeReturn({ stakeAmount: 5, odds: null })).toBe(null)
  })
})

test.each([
  ['anna', ['anna']],
  ['', ['']],
  ['6f9619ff-8b86-d011-b42d-00cf4fc964ff', ['6f9619ff-8b86-d011-', 'b42d-00cf4fc964ff']],
  ['0123456789012345678901', ['01234567890123456789', '01']],
  ['slip:2026-11-23:north-star.example', ['slip:2026-11-23:', 'north-star.example']],
])('an id is cut into lines where a part of it ends: %s', (id, lines) => {
  expect(linesOfId(id)).toEqual(lines)
})
