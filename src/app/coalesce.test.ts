import { expect, test } from 'vitest'
import { StoreUnavailable } from '../store/store-unavailable.ts'
import { Coalescer } from './coalesce.ts'

/** What became of each key, and which keys each reading asked for. */
async function askedAtOnce(keys: readonly number[], failureOf: (key: number) => Error | undefined) {
  const readings: (readonly number[])[] = []
  const coalescer = new Coalescer(async (asked: readonly number[]) => {
    readings.push(asked)
    for (const key of asked) {
      const failure = failureOf(key)
      if (failure) throw failure
    }
    return asked.map((key) => key * 10)
  })
  const results = await Promise.allSettled(keys.map((key) => coalescer.get(key)))
  return { results: results.map((each) => (each.status === 'fulfilled' ? each.value : each.reason.message)), readings }
}

test('what is asked for at once is read at once', async () => {
  const { results, readings } = await askedAtOnce([1, 2, 3], () => undefined)
  expect(results).toEqual([10, 20, 30])
  expect(readings).toEqual([[1, 2, 3]])
})

test('what is wrong with one key is told to its asker alone', async () => {
  const { results, readings } = await askedAtOnce([1, 2, 3, 4, 5], (key) =>
    key === 3 ? new Error('broken') : undefined,
  )
  expect(results).toEqual([10, 20, 'broken', 40, 50])
  expect(readings).toEqual([[1, 2, 3, 4, 5], [1, 2], [3, 4, 5], [3], [4, 5]])
})

test('a database that is away is asked once, for all', async () => {
  const { results, readings } = await askedAtOnce([1, 2, 3], () => new StoreUnavailable('away'))
  expect(results).toEqual(['away', 'away', 'away'])
  expect(readings).toHaveLength(1)
})

test.each([
  ['no turn brings anybody', { turnsMax: 8, comeAt: [0] }, [[0]]],
  ['each turn brings somebody', { turnsMax: 8, comeAt: [0, 1, 2] }, [[0, 1, 2]]],
  ['a turn brings nobody', { turnsMax: 8, comeAt: [0, 1, 4] }, [[0, 1], [4]]],
  [
    'turns bring somebody for ever',
    { turnsMax: 3, comeAt: [0, 1, 2, 3, 4] },
    [
      [0, 1, 2],
      [3, 4],
    ],
  ],
  ['it may turn once', { turnsMax: 1, comeAt: [0, 1, 2] }, [[0], [1], [2]]],
])('it waits while the event loop brings more: %s', async (_, { turnsMax, comeAt }, expected) => {
  const readings: (readonly number[])[] = []
  const coalescer = new Coalescer(
    async (asked: readonly number[]) => {
      readings.push(asked)
      return asked
    },
    { turnsMax },
  )
  const answers: Promise<number>[] = []
  for (let turn = 0; turn <= Math.max(...comeAt); turn += 1) {
    if (comeAt.includes(turn)) answers.push(coalescer.get(turn))
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(await Promise.all(answers)).toEqual(comeAt)
  expect(readings).toEqual(expected)
})
