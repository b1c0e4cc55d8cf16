import { expect, test } from 'vitest'
import { newId } from './uuid.ts'

test('ids are UUIDs of version 7, no two alike, and rise also within a millisecond', () => {
  const before = Date.now()
  const first = newId<string>()
  const after = Date.now()
  const ids = [first, ...Array.from({ length: 20_000 }, () => newId<string>())]
  expect(ids.every((id) => /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id))).toBe(true)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.every((id, place) => place === 0 || id > (ids[place - 1] ?? ''))).toBe(true)
  const madeAt = Number.parseInt(first.replaceAll('-', '').slice(0, 12), 16)
  expect(madeAt).toBeGreaterThanOrEqual(before)
  expect(madeAt).toBeLessThanOrEqual(after)
})
