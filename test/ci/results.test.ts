import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'results-'))
})
afterAll(() => rm(dir, { recursive: true }))

const PAGE = 'test/browser/page.test.ts'
const RULE = 'src/core/rule.test.ts'

/** Files with the outcome of each of their tests; none where the file itself failed. */
type Run = { readonly [file: string]: readonly ('passed' | 'failed')[] }

async function resultsOf(...runs: readonly Run[]): Promise<string> {
  const reports = await Promise.all(
    runs.map(async (run, nth) => {
      const testResults = Object.entries(run).map(([file, outcomes]) => ({
        name: join(process.cwd(), file),
        status: outcomes.length > 0 && outcomes.every((outcome) => outcome === 'passed') ? 'passed' : 'failed',
        assertionResults: outcomes.map((status) => ({ status })),
      }))
      const report = join(dir, String(nth))
      await writeFile(report, JSON.stringify({ testResults }))
      return report
    }),
  )
  const { stdout } = await promisify(execFile)(process.execPath, ['tools/ci/results.ts', ...reports])
  return stdout.trim()
}

test('tests are counted over all files', async () => {
  expect(await resultsOf({ [PAGE]: ['passed', 'passed'], [RULE]: ['passed'] })).toBe('3 0')
})

test.each<[string, Run]>([
  ['a test', { [PAGE]: ['passed', 'failed'], [RULE]: ['passed', 'passed'] }],
  ['a whole file', { [PAGE]: [], [RULE]: ['passed', 'passed'] }],
])('%s that fails in a browser alone is worth a second try', async (_, run) => {
  expect((await resultsOf(run)).split(' ').slice(2)).toEqual([PAGE])
})

test('of a file that ran twice the second run counts', async () => {
  const first: Run = { [PAGE]: ['passed', 'failed'], [RULE]: ['passed'] }
  expect(await resultsOf(first, { [PAGE]: ['passed', 'passed'] })).toBe('3 0')
  expect(await resultsOf(first, { [PAGE]: ['failed', 'failed'] })).toBe(`1 2 ${PAGE}`)
})

test('what fails anywhere else has one try, and so have pages where many fail', async () => {
  expect(await resultsOf({ [RULE]: ['failed'], [PAGE]: ['failed'] })).toBe('0 2')
  const many = Object.fromEntries([1, 2, 3, 4].map((nth) => [`test/browser/${nth}.test.ts`, ['failed' as const]]))
  expect(await resultsOf(many)).toBe('0 4')
})
