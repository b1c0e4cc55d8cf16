import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keptSuperAdminKey } from './super-admin-key.ts'

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'super-admin-key-'))
})
afterEach(() => rm(dir, { recursive: true }))

test('the super-admin key is made once and found again', async () => {
  const first = await keptSuperAdminKey(dir)
  expect(first).toMatch(/^[0-9a-f]{64}$/)
  expect(await keptSuperAdminKey(dir)).toBe(first)
})

test('processes that start at once agree on one super-admin key', async () => {
  const kept = await Promise.all(Array.from({ length: 10 }, () => keptSuperAdminKey(join(dir, 'data'))))
  expect(new Set(kept).size).toBe(1)
  expect(await readdir(join(dir, 'data'))).toEqual(['super-admin-key'])
})

test('nobody else may read the super-admin key', async () => {
  await keptSuperAdminKey(dir)
  expect((await stat(join(dir, 'super-admin-key'))).mode & 0o777).toBe(0o600)
})
