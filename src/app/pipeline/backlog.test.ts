import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Backlog } from './backlog.ts'

interface Waiting {
  readonly key: string
  readonly number: number
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Commands of so many players, one each. */
const players = (count: number, name: string): readonly Waiting[] =>
  Array.from({ length: count }, (_, number) => ({ key: `${name}-${number}`, number }))

function backlogOf(waiting: readonly Waiting[], onLate = () => {}): Backlog<Waiting> {
  const backlog = new Backlog<Waiting>(onLate)
  for (const each of waiting) backlog.push(each)
  return backlog
}

test.each([
  ['one', 1, 1],
  ['a few', 7, 7],
  ['a hundred', 100, 32],
])('while %s are under way, a second batch is as large, or 32', (_, underWay, enough) => {
  const backlog = backlogOf(players(underWay, 'first'))
  expect(backlog.take(256)).toHaveLength(underWay)
  for (const each of players(enough - 1, 'next')) backlog.push(each)
  expect(backlog.take(256)).toEqual([])
  backlog.push({ key: 'last', number: 0 })
  expect(backlog.take(256)).toHaveLength(enough)
})

test('what waits for a batch goes when that is over, however little it is', () => {
  const backlog = backlogOf(players(10, 'first'))
  const first = backlog.take(256)
  backlog.push({ key: 'single', number: 0 })
  expect(backlog.take(256)).toEqual([])
  backlog.release(first)
  expect(backlog.take(256)).toEqual([{ key: 'single', number: 0 }])
})

test('nobody waits for a batch that is late', () => {
  const onLate = vi.fn()
  const backlog = backlogOf(players(10, 'first'), onLate)
  const late = backlog.take(256)
  backlog.push({ key: 'single', number: 0 })
  vi.advanceTimersByTime(49)
  expect(backlog.isReady).toBe(false)
  vi.advanceTimersByTime(1)
  expect(onLate).toHaveBeenCalledOnce()
  const single = backlog.take(256)
  expect(single).toHaveLength(1)
  // It counts once, and its players wait for it all the same.
  backlog.push({ key: 'first-0', number: 1 })
  backlog.release(single)
  expect(backlog.take(256)).toEqual([])
  backlog.release(late)
  expect(backlog.take(256)).toEqual([{ key: 'first-0', number: 1 }])
})

test('a batch that is over is never late', () => {
  const onLate = vi.fn()
  const backlog = backlogOf(players(10, 'first'), onLate)
  backlog.release(backlog.take(256))
  vi.runAllTimers()
  expect(onLate).not.toHaveBeenCalled()
})

const PLAYERS = ['ann', 'bob', 'cleo', 'dan'] as const

const move = fc.oneof(
  fc.record({ push: fc.constantFrom(...PLAYERS) }),
  fc.record({ take: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ release: fc.nat() }),
  fc.record({ wait: fc.integer({ min: 1, max: 60 }) }),
)

type Move = typeof move extends fc.Arbitrary<infer Drawn> ? Drawn : never

test('each player is in one batch at a time, and their commands go in the order in which they came, all of them', () => {
  fc.assert(fc.property(fc.array(move, { maxLength: 80 }), playAndCheck))
})

function playAndCheck(moves: readonly Move[]): void {
  const backlog = new Backlog<Waiting>(() => {})
  const underWay: (readonly Waiting[])[] = []
  const gone: Waiting[] = []
  let pushed = 0
  const take = (most: number): void => {
    const batch = backlog.take(most)
    expect(batch.length).toBeLessThanOrEqual(most)
    const held = underWay.flat().map(({ key }) => key)
    for (const { key } of batch) expect(held).not.toContain(key)
    gone.push(...batch)
    if (batch.length > 0) underWay.push(batch)
  }
  const release = (place: number): void => {
    for (const batch of underWay.splice(place, 1)) backlog.release(batch)
  }
  for (const each of moves) {
    if ('push' in each) backlog.push({ key: each.push, number: pushed++ })
    if ('take' in each) take(each.take)
    if ('release' in each) release(each.release % Math.max(1, underWay.length))
    if ('wait' in each) vi.advanceTimersByTime(each.wait)
  }
  while (underWay.length > 0) release(0)
  while (!backlog.isEmpty) {
    take(256)
    release(0)
  }
  expect(gone).toHaveLength(pushed)
  for (const key of PLAYERS) {
    const numbers = gone.filter((each) => each.key === key).map(({ number }) => number)
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
  }
}
