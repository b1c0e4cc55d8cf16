import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildPages } from '../src/build-pages.ts'

let root: string
const packageFolder = () => join(root, 'packages', 'page')
const write = (path: string, text: string) => writeFile(join(packageFolder(), path), text)

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'builder-'))
  await mkdir(packageFolder(), { recursive: true })
  await mkdir(join(root, 'packages', 'no-pages'), { recursive: true })
  await write('vite.config.ts', 'export default {}')
  await write('package.json', '{ "type": "module" }')
  await write('index.html', '<!doctype html><script type="module" src="/main.js"></script>')
  await write('main.js', 'document.title = "first"')
})
afterAll(() => rm(root, { recursive: true, force: true }))

const missing = () => buildPages(root, { always: false })

async function script(): Promise<string> {
  const assets = join(packageFolder(), 'dist/assets')
  const [name = ''] = await readdir(assets)
  return readFile(join(assets, name), 'utf8')
}

test('builds what is missing, once', async () => {
  expect(await missing()).toEqual({ built: ['page'], failed: [] })
  expect(await script()).toContain('first')
  expect(await missing()).toEqual({ built: [], failed: [] })
})

test('builds again what was changed', async () => {
  await write('main.js', 'document.title = "second"')
  expect((await missing()).built).toEqual(['page'])
  expect(await script()).toContain('second')
})

test('builds again when what all pages share was changed', async () => {
  await mkdir(join(root, 'src/contract'), { recursive: true })
  await writeFile(join(root, 'src/contract/errors.ts'), 'export {}')
  expect((await missing()).built).toEqual(['page'])
})

test('builds everything when asked to', async () => {
  expect((await buildPages(root, { always: true })).built).toEqual(['page'])
})

test('says what could not be built, and tries again', async () => {
  await write('main.js', 'import "./nowhere.js"')
  const { built, failed } = await missing()
  expect(built).toEqual([])
  expect(failed).toMatchObject([{ name: 'page', error: { message: expect.stringContaining('nowhere') } }])
  await write('main.js', 'document.title = "third"')
  expect((await missing()).built).toEqual(['page'])
})
