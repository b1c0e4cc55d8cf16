import { spawnSync } from 'node:child_process'
import { accessSync, constants, globSync, readFileSync } from 'node:fs'

/** Debian's Chromium, or the one that CHROMIUM_PATH names. */
export const chromiumPath = (): string => process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'

function hasChromium(): boolean {
  try {
    accessSync(chromiumPath(), constants.X_OK)
    return true
  } catch {
    return false
  }
}

const answers = (command: string): boolean => spawnSync(command, ['--version']).status === 0

export const hasRedis = (): boolean => answers('redis-server')

/** What some tests need of a machine, and the files that these are in. Where it is missing they are left out. */
const needs = [
  { of: '**/*.redis.test.ts', isMet: hasRedis, words: 'redis-server (apt-get install redis-server)' },
  { of: 'test/browser/**/*.test.ts', isMet: hasChromium, words: 'chromium (apt-get install chromium)' },
  { of: '**/*.python.test.ts', isMet: () => answers('python3'), words: 'python3' },
]

const unmet = () => needs.filter(({ isMet }) => !isMet())

/** The files whose tests cannot run on this machine. */
export const filesLeftOut = (): string[] => unmet().map(({ of }) => of)

/** Says how many tests a run leaves out, and for want of what; empty where it leaves out none. */
export const saidOfLeftOut = (root: string): string =>
  unmet()
    .map(({ of, words }) => {
      const files = globSync(of, { cwd: root, exclude: ['**/node_modules/**'] })
      const tests = files.flatMap(
        (file) => readFileSync(`${root}/${file}`, 'utf8').match(/^\s*test(\.each)?\(/gm) ?? [],
      )
      return `\n!!! ${tests.length} TESTS ARE LEFT OUT: they need ${words}\n\n`
    })
    .join('')
