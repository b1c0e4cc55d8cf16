import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../src/store/embedded/launcher.ts'
import { saidOfLeftOut } from './helpers/needed-programs.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** PostgreSQL servers on which tests may create databases, one for each of the test files that run side by side. */
    databaseServerUrls: readonly string[]
  }
}

/** The PostgreSQL of TEST_DATABASE_URL, or an embedded one for each worker, all of which go when the run ends. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const { root } = project.config
  process.stderr.write(saidOfLeftOut(root))
  const given = process.env.TEST_DATABASE_URL
  if (given !== undefined) {
    project.provide('databaseServerUrls', [given])
    return undefined
  }
  const servers = await Promise.all(Array.from({ length: project.vitest.config.maxWorkers }, throwaway))
  project.provide(
    'databaseServerUrls',
    servers.map(({ url }) => url),
  )
  return async () => void (await Promise.all(servers.map(({ remove }) => remove())))
}

/** A server whose databases are thrown away; tests of durability start one of their own, which flushes. */
async function throwaway() {
  const dataDir = await mkdtemp(join(tmpdir(), 'challenge-funding-test-'))
  const postgres = await startEmbeddedPostgres({ dataDir, settings: { fsync: false, synchronous_commit: false } })
  const remove = async (): Promise<void> => {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { url: postgres.url, remove }
}
