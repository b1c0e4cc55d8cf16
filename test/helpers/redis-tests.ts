import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'

/** The files whose tests need Debian's redis-server. */
export const REDIS_TESTS = '**/*.redis.test.ts'

export const hasRedis = (): boolean => spawnSync('redis-server', ['--version']).status === 0

/** Says how many tests a run leaves out where redis-server is missing; null where it leaves out none. */
export function leftOut(root: string): string | null {
  if (hasRedis()) return null
  const files = globSync(REDIS_TESTS, { cwd: root, exclude: ['**/node_modules/**'] })
  const tests = files.flatMap((file) => readFileSync(`${root}/${file}`, 'utf8').match(/^test(\.each)?\(/gm) ?? [])
  return `\n!!! ${tests.length} TESTS ARE LEFT OUT: they need redis-server (apt-get install redis-server)\n\n`
}
