import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { rejectionCodes } from '../src/core/bet/rules/rule.ts'

// The house checks itself: what ARCHITECTURE.md says of rooms, arrows and sizes is held here.

const ROOT = resolve(import.meta.dirname, '..')

interface Source {
  /** From the project's root. */
  readonly path: string
  readonly text: string
  readonly lines: number
  /** Project paths, or the names of packages. */
  readonly imports: readonly string[]
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.name === 'node_modules' || entry.name === 'dist') return []
    return entry.isDirectory() ? filesBelow(path) : [path]
  })
}

function sourceOf(path: string): Source {
  const text = readFileSync(join(ROOT, path), 'utf8')
  const imports = [
    ...text.matchAll(/^(?:import|export)\b[^'"]*?from '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm),
  ]
    .map(([, from, bare, dynamic]) => from ?? bare ?? dynamic ?? '')
    .map((target) => (target.startsWith('.') ? relative(ROOT, resolve(ROOT, dirname(path), target)) : target))
  return { path, text, lines: text.split('\n').length - 1, imports }
}

const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path)
const sources = ['src', 'packages']
  .flatMap(filesBelow)
  .filter((path) => /\.tsx?$/.test(path))
  .map(sourceOf)
const production = sources.filter(({ path }) => !isTest(path) && !path.includes('/test/'))

/** The first folder below src or packages; main and the other files that stand directly in src are one room. */
function roomOf(path: string): string {
  const [top, room, more] = path.split('/')
  if (top === 'packages') return `packages/${room}`
  return more === undefined ? 'main' : (room ?? '')
}

const mayImport: { readonly [room: string]: { readonly rooms: readonly string[]; readonly packages: RegExp } } = {
  core: { rooms: [], packages: /^$/ },
  contract: { rooms: ['core'], packages: /^(typebox|@jmespath-community\/jmespath$)/ },
  store: { rooms: ['core'], packages: /^(pg$|node:)/ },
  app: { rooms: ['core', 'store'], packages: /^(pg$|jose$|node:)/ },
  http: { rooms: ['core', 'contract', 'app'], packages: /^(fastify|ioredis$|@fastify\/|@scalar\/|typebox|node:)/ },
  outbound: { rooms: ['core'], packages: /^(undici|ipaddr\.js|node:)/ },
  jobs: { rooms: ['core', 'contract', 'app', 'store', 'outbound'], packages: /^(undici|node:)/ },
  main: {
    rooms: ['core', 'contract', 'store', 'app', 'http', 'jobs', 'outbound', 'packages/demo', 'packages/simulator'],
    packages: /./,
  },
  'packages/builder': { rooms: [], packages: /^(vite$|node:)/ },
  // It reads and words the terms of a tier by the contract's own code. No schema library is sent to a browser.
  'packages/backoffice': {
    rooms: ['core', 'contract', 'packages/sdk'],
    packages: /^(react|react-dom\/client|@tanstack\/|uplot|vite$)/,
  },
  'packages/demo': { rooms: ['packages/sdk', 'packages/simulator'], packages: /^(vite$|node:)/ },
  'packages/simulator': { rooms: [], packages: /^node:/ },
  'packages/widget': { rooms: ['packages/sdk'], packages: /^vite$/ },
  // Types of the contract alone: another test holds that.
  'packages/sdk': { rooms: ['contract'], packages: /^typebox$/ },
}

test('every import follows the arrows of ARCHITECTURE.md', () => {
  const wrong = production.flatMap(({ path, imports }) => {
    const room = roomOf(path)
    const rule = mayImport[room]
    if (rule === undefined) return [`${path}: the room ${room} has no rule`]
    return imports
      .filter((target) => {
        if (!/^(src|packages)\//.test(target)) return !rule.packages.test(target)
        return roomOf(target) !== room && !rule.rooms.includes(roomOf(target))
      })
      .map((target) => `${path} imports ${target}`)
  })
  expect(wrong).toEqual([])
})

test('nobody imports main', () => {
  expect(production.filter(({ imports }) => imports.includes('src/main.ts')).map(({ path }) => path)).toEqual([])
})

test('the core knows no clock, no chance, no process, no waiting', () => {
  const impure = /\bDate\b|Math\.random|\bprocess\.|\basync\b|\bawait\b|\bPromise\b|setTimeout|crypto|console\./
  const wrong = production
    .filter(({ path }) => roomOf(path) === 'core')
    .filter(({ text }) => impure.test(withoutComments(text)))
    .map(({ path }) => path)
  expect(wrong).toEqual([])
})

const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')

test('only config.ts reads the environment', () => {
  const readers = production.filter(({ path, text }) => path.startsWith('src/') && text.includes('process.env'))
  expect(readers.map(({ path }) => path)).toEqual(['src/config.ts'])
})

test('SQL stands in the store only', () => {
  const sql = /[`'](select|insert into|update|delete from)\s[^`']*\b(from|values|set|where)\b/
  const writers = production.filter(({ path, text }) => path.startsWith('src/') && sql.test(text))
  expect(writers.map(({ path }) => roomOf(path)).filter((room) => room !== 'store')).toEqual([])
  expect(writers).not.toEqual([])
})

test('no room is crowded: files up to 300 lines, routes up to 80, rules up to 20', () => {
  const limitOf = (path: string): number =>
    /^src\/http\/routes\/(?!index\.ts)/.test(path)
      ? 80
      : /^src\/core\/bet\/rules\/(?!index|rule\.ts)/.test(path) && !isTest(path)
        ? 20
        : 300
  const crowded = sources
    .filter(({ path, lines }) => lines > limitOf(path))
    .map(({ path, lines }) => `${path}: ${lines}`)
  expect(crowded).toEqual([])
})

test('every rejection code has its rule file, named as it', () => {
  const files = readdirSync(join(ROOT, 'src/core/bet/rules'))
  expect(rejectionCodes.filter((code) => !files.includes(`${code.replaceAll('_', '-')}.ts`))).toEqual([])
})

test('every route has an API test, named as it', () => {
  const routes = readdirSync(join(ROOT, 'src/http/routes')).filter((file) => !file.startsWith('index'))
  const tests = readdirSync(join(ROOT, 'test/api'))
  const untested = routes.map((file) => file.replace(/\.ts$/, '')).filter((name) => !tests.includes(`${name}.test.ts`))
  expect(untested).toEqual([])
})

test('no test is left out, and nothing is left for later', () => {
  const all = [
    ...sources,
    ...filesBelow('test')
      .filter((path) => path.endsWith('.ts') && path !== 'test/tidy.test.ts')
      .map(sourceOf),
  ]
  const marks = new RegExp(
    `\\b(it|test|describe)\\.(${['skip', 'only', 'todo'].join('|')})\\(|@ts-(ignore|nocheck)|\\b(${['TODO', 'FIXME'].join('|')})\\b`,
  )
  expect(all.filter(({ text }) => marks.test(text)).map(({ path }) => path)).toEqual([])
})

test('every document that the code names exists', () => {
  const named = sources.flatMap(({ text }) => [...text.matchAll(/\bdocs\/[\w/-]+\.md\b/g)].map(([path]) => path))
  expect([...new Set(named)].filter((path) => !statSync(join(ROOT, path), { throwIfNoEntry: false }))).toEqual([])
})

test('every file that the documents name exists', () => {
  const documents = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', ...filesBelow('docs')].filter((path) =>
    path.endsWith('.md'),
  )
  const files = ['src', 'packages', 'test', 'bench', 'tools', 'docs'].flatMap(filesBelow)
  // In a list the later ones stand without their folder.
  const isThere = (name: string) =>
    statSync(join(ROOT, name), { throwIfNoEntry: false }) !== undefined ||
    files.some((path) => path.endsWith(`/${name}`))
  const missing = documents.flatMap((document) =>
    [...readFileSync(join(ROOT, document), 'utf8').matchAll(/`((?:[\w.-]+\/)*[\w-][\w.-]*\.(?:tsx?|md|sql))`/g)]
      .map(([, name = '']) => name)
      .filter((name) => !name.includes('NNNN') && !isThere(name))
      .map((name) => `${document}: ${name}`),
  )
  expect(missing).toEqual([])
})
