import { expect, test } from 'vitest'
import { Trust } from './trust.ts'

/** What the next batches may, up to the first that may trust. */
function pauseOf(trust: Trust): number {
  let batches = 0
  while (!trust.next()) batches += 1
  return batches
}

test('each time that trust is in vain, twice as many batches lock first, and no more than 256', () => {
  const trust = new Trust()
  expect(pauseOf(trust)).toBe(0)
  const pauses = Array.from({ length: 11 }, () => {
    trust.wasInVain()
    return pauseOf(trust)
  })
  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 256, 256])
})

test('each four batches that were right halve the next pause', () => {
  const trust = new Trust()
  for (let i = 0; i < 4; i += 1) {
    trust.wasInVain()
    pauseOf(trust)
  }
  for (let i = 0; i < 12; i += 1) trust.wasRight()
  trust.wasInVain()
  expect(pauseOf(trust)).toBe(2)
  for (let i = 0; i < 80; i += 1) trust.wasRight()
  trust.wasInVain()
  expect(pauseOf(trust)).toBe(1)
})

test('where trust is in vain every other time, it is soon rare', () => {
  const trust = new Trust()
  let trusted = 0
  for (let i = 0; i < 1000; i += 1) {
    if (!trust.next()) continue
    trusted += 1
    if (trusted % 2 === 0) trust.wasRight()
    else trust.wasInVain()
  }
  expect(trusted).toBeLessThan(50)
})
