import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/store/embedded/launcher.ts'

export type DatabaseServer = Pick<EmbeddedPostgres, 'url' | 'pid'>

/** A server with nothing in it, for as long as the bench has it: its files go when it does. */
export async function startServer(): Promise<DatabaseServer & AsyncDisposable & { readonly dataDir: string }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'challenge-funding-bench-'))
  const { url, pid, stop } = await startEmbeddedPostgres({ dataDir })
  const end = async (): Promise<void> => {
    await stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { url, pid, dataDir, [Symbol.asyncDispose]: end }
}

/** The same server under another database. */
export function urlOf(postgres: DatabaseServer, database: string): string {
  const url = new URL(postgres.url)
  url.pathname = `/${database}`
  return url.href
}

/** Makes databases that are equal to the first one, which nobody may be connected to. */
export const copyDatabase = (postgres: DatabaseServer, names: readonly string[]): Promise<void> =>
  withClient(urlOf(postgres, 'postgres'), async (client) => {
    const template = new URL(postgres.url).pathname.slice(1)
    for (const name of names) await client.query(`create database ${name} template ${template}`)
    await wearIn(client)
  })

/**
 * Writes the log once around. A database that has run for a while writes over its old log files; a new one has to make
 * each out of 16 MB of zeroes and wait for the disk: measured, an eighth of its CPU time for a bet.
 */
async function wearIn(client: pg.Client): Promise<void> {
  for (let i = 0; i < 128; i += 1) {
    await client.query("select pg_logical_emit_message(false, 'bench', repeat('x', 8000000))")
  }
  await client.query('checkpoint')
}

const DURABILITY = ['fsync', 'synchronous_commit', 'full_page_writes', 'wal_sync_method', 'server_version'] as const

/** The settings that say what a COMMIT is worth. Throws where it is not durable. */
export const durabilityOf = (postgres: DatabaseServer): Promise<ReadonlyMap<string, string>> =>
  withClient(postgres.url, async (client) => {
    const { rows } = await client.query<{ name: string; setting: string }>(
      'select name, setting from pg_settings where name = any($1) order by name',
      [DURABILITY],
    )
    const settings = new Map(rows.map(({ name, setting }) => [name, setting]))
    for (const name of ['fsync', 'synchronous_commit']) {
      if (settings.get(name) !== 'on')
        throw new Error(`${name} is ${settings.get(name)}: nothing here would be durable`)
    }
    return settings
  })

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
