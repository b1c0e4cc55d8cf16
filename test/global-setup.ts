import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../src/store/embedded/launcher.ts'
import { browserTestsLeftOut } from './helpers/browser-tests.ts'
import { pythonTestsLeftOut } from './helpers/documented-receiver.ts'
import { leftOut } from './helpers/redis-tests.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL server on which tests may create databases. */
    databaseServerUrl: string
  }
}

/** One PostgreSQL for all tests of a run: that of TEST_DATABASE_URL, or an embedded one that goes when the run ends. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const { root } = project.config
  process.stderr.write([leftOut(root), browserTestsLeftOut(root), pythonTestsLeftOut(root)].join(''))
  const given = process.env.TEST_DATABASE_URL
  if (given !== undefined) {
    project.provide('databaseServerUrl', given)
    return undefined
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'challenge-funding-test-'))
  // These databases are thrown away; tests of durability start a server of their own, which flushes.
  const postgres = await startEmbeddedPostgres({ dataDir, settings: { fsync: false, synchronous_commit: false } })
  project.provide('databaseServerUrl', postgres.url)
  return async () => {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
