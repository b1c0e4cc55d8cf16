import { expect, test } from 'vitest'
import { namedIn, textOfNamed, textOfTiers, tiersIn } from '../src/integration/lines.ts'

test('names and values are read as what they look like', () => {
  expect(namedIn('dark: true\n radius : 8\n\nshadow: 0 1px: 2px\nratio: -1.5')).toEqual({
    dark: true,
    radius: 8,
    shadow: '0 1px: 2px',
    ratio: -1.5,
  })
  expect(namedIn('')).toEqual({})
})

test('what nobody touched stays what it was', () => {
  const before = { font: '12', 'a:b': 'odd', dark: 'true', empty: '' }
  expect(namedIn(textOfNamed(before), before)).toEqual(before)
  expect(namedIn('font: 12\na:b: odd\nradius: 8', before)).toEqual({ font: '12', 'a:b': 'odd', radius: 8 })
})

test('loyalty tiers are read, with what is left out left to the service', () => {
  expect(tiersIn('silver | Silver\ngold | Gold | 20 | 1000 | Faster payouts; A present', [])).toEqual([
    { id: 'silver', name: 'Silver', benefits: [] },
    { id: 'gold', name: 'Gold', level: 20, minPoints: 1000, benefits: ['Faster payouts', 'A present'] },
  ])
})

test('a tier that nobody touched keeps its level and its words', () => {
  const silver = { id: 'silver', name: 'Silver', level: 10, minPoints: 0, benefits: ['Now; and again'] }
  const gold = { id: 'gold', name: 'Gold | best', level: 20, minPoints: 500, benefits: ['One\nof two lines'] }
  expect(tiersIn(textOfTiers([silver, gold]), [silver, gold])).toEqual([silver, gold])
  expect(tiersIn(`${textOfTiers([silver])}\nplain | Plain`, [silver, gold])).toEqual([
    silver,
    { id: 'plain', name: 'Plain', benefits: [] },
  ])
})
