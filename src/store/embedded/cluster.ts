import { existsSync } from 'node:fs'
import { lstat, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Access } from './access.ts'
import type { Programs } from './programs.ts'
import { handOver, type Runner, run } from './runner.ts'
import { isAlive } from './running-process.ts'

const CLUSTER = 'postgres'

/** The database in this directory is another user's. */
export class DataDirForeign extends Error {
  override readonly name = 'DataDirForeign'
}

/** The directory of the database's files inside `dataDir`. */
export const clusterIn = (dataDir: string): string => join(dataDir, CLUSTER)

/**
 * Makes sure that `dataDir` holds a database cluster. A new one is built beside its place and then moved there, so that
 * a process that is killed half-way leaves nothing that looks like a database, and of two that start at once one wins.
 *
 * Throws `DataDirForeign` when it holds one that this process may not run, after a start as root, say.
 */
export async function ensureCluster(dataDir: string, programs: Programs, runner: Runner, access: Access) {
  const cluster = clusterIn(dataDir)
  await removeUnfinished(dataDir)
  if (!existsSync(cluster)) await build(cluster, programs, runner, access)
  await handOver(runner, cluster)
  await refuseForeign(cluster)
}

/** PostgreSQL runs on nobody's files but its own user's; root runs it as whom it must. */
async function refuseForeign(cluster: string): Promise<void> {
  const own = process.getuid?.() ?? 0
  const { uid } = await lstat(cluster)
  if (own === 0 || uid === own) return
  throw new DataDirForeign(
    `${cluster} belongs to the user ${uid}, and this is ${own}: start as that user, change the owner (chown -R), or set another DATA_DIR.`,
  )
}

async function build(cluster: string, programs: Programs, runner: Runner, access: Access): Promise<void> {
  const unfinished = `${cluster}.new-${process.pid}`
  await mkdir(unfinished, { mode: 0o700 })
  await handOver(runner, unfinished)
  await run(runner, programs.initdb, [
    ...['-D', unfinished, '-U', 'postgres', '--encoding=UTF8', '--data-checksums', '--no-instructions'],
    // The built-in locale sorts by code point and folds the case of every letter, the same on every machine and after
    // every upgrade; a locale of the system's libraries may change under the indexes.
    ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'],
    ...access.initdbArgs,
  ])
  try {
    await rename(unfinished, cluster)
    await persistNames(dirname(cluster))
  } catch (error) {
    if (!existsSync(join(cluster, 'PG_VERSION'))) throw error
    await rm(unfinished, { recursive: true })
  }
}

/** What killed processes left of a cluster that they were building. */
async function removeUnfinished(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    const builder = /^postgres\.new-(\d+)$/.exec(name)?.[1]
    const abandoned = builder !== undefined && (Number(builder) === process.pid || !isAlive(Number(builder)))
    if (abandoned) await rm(join(dataDir, name), { recursive: true, force: true })
  }
}

/** Makes the renaming itself durable: initdb has flushed the files, but not under this name. */
async function persistNames(dir: string): Promise<void> {
  // Windows cannot flush a directory, and its file system journals names.
  if (process.platform === 'win32') return
  const handle = await open(dir)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
