import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildWidget } from '../../../test/helpers/build-widget.ts'
import { de } from '../src/words/de.ts'

let folder: string
const built = (path: string): Promise<string> => readFile(join(folder, path), 'utf8')
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'widget-'))
  await buildWidget(folder)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('the script is less than 30 kB, packed', async () => {
  expect(gzipSync(await built('widget.js'), { level: 9 }).length).toBeLessThan(30_000)
})

test('the words of another language lie beside it', async () => {
  expect(JSON.parse(await built('words/de.json'))).toEqual(de)
  expect(await built('widget.js')).not.toContain(de.offersTitle)
})

test('nothing in it needs a hole in the policy of a page', async () => {
  const script = await built('widget.js')
  expect(script).not.toMatch(/\beval\(|new Function|innerHTML|insertAdjacentHTML|document\.write|setAttribute\(.style/)
})

test('it names no other operation than its own, and no key', async () => {
  const paths = new Set((await built('widget.js')).match(/\/v1\/[a-z]+/g))
  expect([...paths].sort()).toEqual([
    '/v1/challenge',
    '/v1/challenges',
    '/v1/events',
    '/v1/leaderboard',
    '/v1/sse',
    '/v1/users',
    '/v1/widget',
  ])
})

test('what runs from right to left is found by its direction, not by a list of languages', async () => {
  expect(await built('widget.js')).not.toContain(':lang(')
})
