import { expect, test } from 'vitest'
import { Remembered } from './remembered.ts'

/** What is found: the key with how often it was looked for. */
function counting(keeping?: ConstructorParameters<typeof Remembered<string, string>>[1]) {
  const asked = new Map<string, number>()
  const find = async (key: string): Promise<string> => {
    const times = (asked.get(key) ?? 0) + 1
    asked.set(key, times)
    if (key === 'broken') throw new Error(`broken ${times}`)
    return `${key} ${times}`
  }
  return new Remembered<string, string>(find, keeping)
}

test('all who ask meanwhile, and later, get what the first one found', async () => {
  const remembered = counting()
  expect(await Promise.all([remembered.get('a'), remembered.get('a'), remembered.get('b')])).toEqual([
    'a 1',
    'a 1',
    'b 1',
  ])
  expect(await remembered.get('a')).toBe('a 1')
})

test('a failure is told to all who shared it, and found anew by the next', async () => {
  const remembered = counting()
  const both = await Promise.allSettled([remembered.get('broken'), remembered.get('broken')])
  expect(both.map((one) => one.status === 'rejected' && one.reason.message)).toEqual(['broken 1', 'broken 1'])
  await expect(remembered.get('broken')).rejects.toThrow('broken 2')
})

test('what is not kept, not believed any more or forgotten is found anew', async () => {
  const choosy = counting({ isKept: (value) => value !== 'a 1' })
  expect(await choosy.get('a')).toBe('a 1')
  expect(await choosy.get('a')).toBe('a 2')
  expect(await choosy.get('a')).toBe('a 2')
  const forgetful = counting({ believedMs: 0 })
  expect([await forgetful.get('a'), await forgetful.get('a')]).toEqual(['a 1', 'a 2'])
  const told = counting()
  await told.get('a')
  told.clear()
  expect(await told.get('a')).toBe('a 2')
})

test('one key too many makes it forget all of them', async () => {
  const small = counting({ most: 2 })
  for (const key of ['a', 'b', 'c']) await small.get(key)
  expect(await small.get('c')).toBe('c 1')
  expect(await small.get('a')).toBe('a 2')
})
