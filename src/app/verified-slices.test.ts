import { expect, test } from 'vitest'
import { slicesOf } from './verified-slices.ts'

/** Players with so many events each; what an earlier player of the same user had before does not count. */
const players = (...events: readonly number[]) => events.map((count) => ({ seq: 7 + count, seq_base: 7 }))
const sizes = (...events: readonly number[]) =>
  slicesOf(players(...events), 10).map((slice) => slice.map(({ seq, seq_base }) => seq - seq_base))

test('players are taken together as long as their events are few enough', () => {
  expect(sizes(4, 3, 3, 1, 9, 1)).toEqual([[4, 3, 3], [1, 9], [1]])
})

test('whoever has more events than that is alone', () => {
  expect(sizes(25, 1, 11, 10, 0, 1)).toEqual([[25], [1], [11], [10, 0], [1]])
})

test('nobody is left out', () => {
  expect(sizes()).toEqual([])
  expect(sizes(0, 0, 0)).toEqual([[0, 0, 0]])
  expect(slicesOf(players(...Array(30).fill(100))).map((slice) => slice.length)).toEqual([10, 10, 10])
})
