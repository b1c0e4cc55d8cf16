import { realpath, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { type Access, loopbackAccess, removeSocketDirOf, socketAccess } from './access.ts'
import { clusterIn, ensureCluster } from './cluster.ts'
import { makeFolder } from './make-folder.ts'
import { accepts, type Postmaster, type Server, startPostmaster } from './postmaster.ts'
import { findPrograms } from './programs.ts'
import { findRunner } from './runner.ts'
import { readIfThere } from './running-process.ts'
import type { Settings } from './settings.ts'

const DATABASE = 'challenge_funding'

export interface EmbeddedPostgresOptions {
  /** Where the database lives, made if it is missing. A second process on it is refused. */
  readonly dataDir: string
  /** Is given the lines of the server's own log. */
  readonly log?: (line: string) => void
  /** On top of ours. */
  readonly settings?: Settings
  /** How the server is reached: by a socket wherever Node can do that. */
  readonly transport?: 'socket' | 'loopback'
}

export interface EmbeddedPostgres {
  /** For any driver; it stays the same when the server is started again. */
  readonly url: string
  /** The server's main process at this moment. */
  readonly pid: () => number
  /** Resolves when the server is gone: with null after `stop`, with the reason when it died and could not be revived. */
  readonly gone: Promise<Error | null>
  /** Ends the server in order and resolves when it has ended. May be called again. */
  stop(): Promise<void>
}

/**
 * Starts the PostgreSQL that comes with the service, on the files under `dataDir`, as root or not. If the server's main
 * process dies it is started again on the same address; clients see broken connections, and nothing that was committed
 * is lost. It ends by itself when this process is killed, and the next start waits for that.
 *
 * Must be called on the main thread. Throws `DataDirInUse` when another process runs a server there, and an Error with
 * the reason when it cannot be run at all.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  await makeFolder(options.dataDir)
  const dataDir = await realpath(options.dataDir)
  const programs = await findPrograms()
  const runner = await findRunner(programs, dataDir)
  const transport = options.transport ?? (process.platform === 'win32' ? 'loopback' : 'socket')
  const access = await (transport === 'socket' ? socketAccess(runner) : loopbackAccess(runner, dataDir))
  try {
    await ensureCluster(dataDir, programs, runner, access)
    const { settings = {}, log = () => {} } = options
    const server = { programs, runner, access, cluster: clusterIn(dataDir), settings, log }
    const postmaster = await startPostmaster(server)
    await ensureDatabase(access, postmaster)
    await removeSocketDirOf(await readIfThere(urlFile(dataDir)))
    await writeFile(urlFile(dataDir), access.url(DATABASE), { mode: 0o600 })
    return supervise(server, postmaster, async () => {
      await rm(urlFile(dataDir), { force: true })
      await access.close()
    })
  } catch (error) {
    await access.close()
    throw error
  }
}

/** The address of the database that a running service keeps under `dataDir`; null when none answers there. */
export async function findEmbeddedPostgres(dataDir: string): Promise<string | null> {
  const url = await readIfThere(urlFile(dataDir))
  return url !== null && (await accepts(url)) ? url : null
}

const urlFile = (dataDir: string): string => join(dataDir, 'postgres.url')

/** Keeps the server up until it is told to stop. */
function supervise(server: Server, first: Postmaster, cleanUp: () => Promise<void>): EmbeddedPostgres {
  let current = first
  let stopping = false
  const revive = async (): Promise<Error | null> => {
    for (;;) {
      const exit = await current.exited
      if (stopping) return null
      server.log(`The embedded database ended (${exit}) and is started again.`)
      try {
        current = await startPostmaster(server)
      } catch (error) {
        return error instanceof Error ? error : new Error(String(error))
      }
      // Told to stop while it came up: the loop then sees the end.
      if (stopping) await current.stop()
    }
  }
  const gone = revive()
  const stop = async () => {
    stopping = true
    await current.stop()
    await gone
    await cleanUp()
  }
  return { url: server.access.url(DATABASE), pid: () => current.pid, gone, stop }
}

async function ensureDatabase(access: Access, postmaster: Postmaster): Promise<void> {
  const client = new pg.Client({ connectionString: access.url('postgres') })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [DATABASE])
    if (rowCount === 0) await client.query(`create database ${DATABASE}`)
  } catch (error) {
    await postmaster.stop()
    throw error
  } finally {
    await client.end()
  }
}
