import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildSdk } from '../../tools/sdk/build-sdk.ts'
import { wireTypes } from '../../tools/sdk/wire-types.ts'
import { useService } from '../helpers/use-service.ts'

// The client as somebody else has it: installed in a project from which nothing of this one can be reached.

const ROOT = resolve(import.meta.dirname, '../..')
const bin = (name: string): string => join(ROOT, 'node_modules/.bin', name)
const run = promisify(execFile)

const used = useService()
let project: string
let installed: string

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'sdk-user-'))
  installed = join(project, 'node_modules/@challenge-funding/sdk')
  await mkdir(installed, { recursive: true })
  await buildSdk(installed)
  await writeFile(join(project, 'package.json'), '{ "type": "module" }')
}, 120_000)
afterAll(() => rm(project, { recursive: true, force: true }))

/** Compiles TypeScript files of the project as its owner would, with the usual strictness. */
async function compile(...files: readonly string[]): Promise<string> {
  const options = '--noEmit --strict --target es2022 --module nodenext --lib es2023,dom'.split(' ')
  const compiled = run(bin('tsc'), [...options, ...files], { cwd: project })
  const { stdout } = await compiled.catch((error: { stdout: string }) => error)
  return stdout
}

test('the quick start of the README compiles and runs', async () => {
  const readme = await readFile(join(installed, 'README.md'), 'utf8')
  const snippet = /```ts\n([\s\S]*?)```/.exec(readme)?.[1] ?? ''
  const mine = snippet.replace('https://challenges.example', used.service.url).replace('key-...', used.tenant.serverKey)
  expect(mine).not.toBe(snippet)
  await writeFile(join(project, 'quick-start.ts'), mine)
  expect(await compile('quick-start.ts')).toBe('')
  const { stdout } = await run(process.execPath, ['quick-start.ts'], { cwd: project })
  expect(stdout).toBe('accepted []\n111 of 150\n')
}, 120_000)

/** What stands in the examples for the integrator's own, and for what was there before. */
const OWN = `
  import { type Client, isFailure } from '@challenge-funding/sdk'
  declare global {
    const challenges: Client
    const secret: string, baseUrl: string, publicKey: string, userId: string, grossAmount: number
    const order: { id: string }, session: { userId: string }, current: { token: string }
    const books: { settledOn(day: string): AsyncIterable<{ id: string; status: 'settled-won'; stake: number; returned: number }> }
    const archive: { write(line: object): Promise<void> }
    const isFailure: typeof import('@challenge-funding/sdk').isFailure
    const createClient: typeof import('@challenge-funding/sdk').createClient
    function tell(what: unknown): void
    function askAgainLater(order: object): void
    function review(payout: object): void
    function show(what: object): void
    function log(...what: string[]): void
    function congratulate(balance: number): void
    function pay(userId: string, amount: number): void
    function mayBePaid(userId: string, amount: number): boolean
    function isNew(eventId: string): boolean
  }`

test('every example of the README compiles', async () => {
  const readme = await readFile(join(installed, 'README.md'), 'utf8')
  const examples = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = '']) => code)
  expect(examples.length).toBeGreaterThan(7)
  await writeFile(join(project, 'own.ts'), OWN)
  const files = examples.map((_, i) => `example-${i}.ts`)
  for (const [i, code] of examples.entries()) {
    // Some stand in a function.
    const isPart = /^ *.*\breturn tell/m.test(code)
    await writeFile(
      join(project, files[i] ?? ''),
      isPart ? `export async function part() {\n${code}}` : `${code}\nexport {}`,
    )
  }
  expect(await compile('own.ts', ...files)).toBe('')
}, 120_000)

test('types catch what the service would refuse', async () => {
  const lines = [
    `import { type Answer, type BetRequest, createClient, type Progress } from '@challenge-funding/sdk'`,
    `import { verifyWebhook } from '@challenge-funding/sdk/webhooks'`,
    `const client = createClient({ baseUrl: '', credentials: { serverKey: '' } })`,
    `export const right: Promise<Progress> = client.getProgress({ userId: 'a' })`,
    `export const user: Promise<string> = verifyWebhook({ secret: '', headers: {}, body: '' }).then((e) => e.userId)`,
    `export const tiers: Answer<'listChallengeTiers'> = await client.listChallengeTiers()`,
    `client.getProgress()`,
    `client.refundStake({ userId: 'a', confirm: false })`,
    `client.recordBet({ userId: 'a', externalBetId: 'b', status: 'won' })`,
    `client.each.getHistory({ userId: 'a' })`,
    `export async function* totals() {`,
    `  for await (const { type, data } of client.streamEvents({ userId: 'a' }))`,
    `    if (type === 'funded_account.payout') yield data.data.userShare satisfies number`,
    `  for await (const event of client.each.listEvents())`,
    `    if (event.eventType === 'challenge.failed') yield event.data.finalBalance`,
    `  for await (const { seq } of client.exportAudit()) yield seq satisfies number`,
    `  yield (await client.reconcileStatement({ from: '', lines: [{ externalBetId: '', status: 'placed' }] })).matched`,
    `}`,
    `client.reconcileStatement({ from: '', lines: [{ externalBetId: '' }] })`,
    `client.streamEvents({})`,
    `export const event = (await verifyWebhook({ secret: '', headers: {}, body: '' }))`,
    `if (event.eventType === 'challenge.failed') event.data.reason satisfies 'expired'`,
    `client.getPayoutDecision({ userId: 'a', grossAmount: 12.5 })`,
    `client.eraseUser({ userId: 'a', confirm: true })`,
    `client.getPayoutDecision({ userId: 'a', grossAmount: '12.5' })`,
    `const bet = { userId: 'a', externalBetId: 'b' }`,
    `client.recordBet({ ...bet, status: 'placed', stakeAmount: 10, odds: 2.1 })`,
    `client.recordBet({ ...bet, status: 'placed', stakeAmount: 10 })`,
    `client.recordBet({ ...bet, status: 'settled-won', settlementAmount: 21, odds: 2.1 })`,
    `client.recordBet({ ...bet, status: 'settled-won' })`,
    `client.recordBet({ ...bet, status: 'settled-lost' })`,
    `client.recordBets({ bets: [{ ...bet, status: 'voided' }, { ...bet, status: 'placed', stakeAmount: 1, odds: 2 }] })`,
    `client.recordBets({ bets: [{ ...bet, status: 'voided' }, { ...bet, status: 'placed', odds: 2 }] })`,
    `client.validateBet({ ...bet, stakeAmount: 10, odds: 2.1 })`,
    `client.validateBet({ ...bet, stakeAmount: 10 })`,
    `export const told = (event: BetRequest): number => (event.status === 'placed' ? event.odds : 0)`,
  ]
  await writeFile(join(project, 'wrong.ts'), lines.join('\n'))
  const complaints = [...(await compile('wrong.ts')).matchAll(/^wrong\.ts\((\d+),/gm)].map(([, line]) => Number(line))
  expect(complaints).toEqual([7, 8, 9, 10, 19, 20, 22, 25, 28, 30, 33, 35])
}, 120_000)

test('the published types say the same as the schemas', async () => {
  const work = await mkdtemp(join(ROOT, 'out/types-'))
  try {
    await writeFile(join(work, 'published.ts'), wireTypes())
    await writeFile(join(work, 'lines.ts'), `export type { Lines } from '../../packages/sdk/src/lines.ts'`)
    const check = `
      import type * as sources from '../../packages/sdk/src/wire.ts'
      import type * as published from './published.ts'
      type Both<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false
      type Differing<Published, Sources> = {
        [Id in keyof Published | keyof Sources]: Id extends keyof Published & keyof Sources
          ? Both<Published[Id], Sources[Id]> extends true ? never : Id
          : Id
      }[keyof Published | keyof Sources]
      declare const call: Differing<published.Operations, sources.Operations>
      declare const stream: Differing<published.Streams, sources.Streams>
      export const none: never[] = [call, stream]
      ${[...exportedBySources(await readFile(join(ROOT, 'packages/sdk/src/wire.ts'), 'utf8'))]
        .map((name) => `export const ${name}: true = {} as Both<sources.${name}, published.${name}>`)
        .join('\n')}`
    await writeFile(join(work, 'check.ts'), check)
    const config = { extends: '../../tsconfig.json', include: ['*.ts'] }
    await writeFile(join(work, 'tsconfig.json'), JSON.stringify(config))
    const { stdout } = await run(bin('tsc'), ['-p', work]).catch((error: { stdout: string }) => error)
    expect(stdout).toBe('')
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}, 120_000)

/** The names of types that `wire.ts` passes on. */
const exportedBySources = (text: string): readonly string[] =>
  [...text.matchAll(/^export type \{([^}]*)\} from/gm)].flatMap(([, names = '']) => names.match(/\w+/g) ?? [])

test('types are found where code is, by every compiler', async () => {
  const dist = join(installed, 'dist')
  const texts = await Promise.all((await readdir(dist)).map((file) => readFile(join(dist, file), 'utf8')))
  expect(texts.join('\n').match(/(from |import\()['"]\.\/[\w-]+\.(?!js['"])/g)).toBe(null)
})

test('the package is shaped as packages should be', async () => {
  const { messages } = await publint({ pkgDir: installed, level: 'suggestion', strict: true, pack: false })
  expect(messages.map(({ code }) => code)).toEqual([])
}, 120_000)

test('types and code are found alike by every way of looking for them', async () => {
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', project], { cwd: installed })
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }]
  const result = await checkPackage(createPackageFromTarballData(await readFile(join(project, filename))))
  const problems = 'problems' in result ? result.problems : ['no types']
  // ESM alone: Node 22 and newer also require() it. The oldest way of looking knows no subpaths.
  const known = ['CJSResolvesToESM']
  const left = problems.filter((one) => {
    if (typeof one === 'string') return true
    const isOldSubpath = 'resolutionKind' in one && one.resolutionKind === 'node10' && one.entrypoint === './webhooks'
    return !known.includes(one.kind) && !isOldSubpath
  })
  expect(left).toEqual([])
}, 120_000)
