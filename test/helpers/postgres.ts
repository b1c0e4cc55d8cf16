import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { createPool } from '../../src/store/database.ts'
import { fingerprint, migrate } from '../../src/store/migrate.ts'

export interface FreshDatabase {
  readonly url: string
  /** Cuts what is still connected and removes the database. */
  drop(): Promise<void>
}

/**
 * A database of its own with the current schema and no rows. Close what is connected to it, then drop it in `afterAll`.
 * All tests of a file may share one.
 */
export async function freshDatabase(): Promise<FreshDatabase> {
  return create(`template ${await migratedTemplate()}`)
}

const WAITING = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"

/** Waits until somebody waits for a lock in this database. */
export const somebodyWaits = (pool: pg.Pool): Promise<void> =>
  expect.poll(async () => (await pool.query(WAITING)).rowCount).toBeGreaterThan(0)

/** A pool on a database that the tests of a file share. */
export function useDatabase(): { readonly pool: pg.Pool } {
  let used: { readonly database: FreshDatabase; readonly pool: pg.Pool } | undefined
  const current = () => {
    if (used === undefined) throw new Error('the database is made before the first test')
    return used
  }
  beforeAll(async () => {
    const database = await freshDatabase()
    used = { database, pool: createPool({ url: database.url, prepared: true }) }
  })
  afterAll(async () => {
    const { database, pool } = current()
    await pool.end()
    await database.drop()
  })
  return {
    get pool() {
      return current().pool
    },
  }
}

/** A database of its own without any schema. */
export const emptyDatabase = (): Promise<FreshDatabase> => create('')

async function create(how: string): Promise<FreshDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await onServer((client) => client.query(`create database ${name} ${how}`))
  return {
    url: urlOf(name),
    drop: () => onServer(async (client) => void (await client.query(`drop database ${name} with (force)`))),
  }
}

/** Copying a database is quicker than migrating one. The template is named after the migrations, so it is never stale. */
async function migratedTemplate(): Promise<string> {
  const name = `migrated_${(await fingerprint()).slice(0, 16)}`
  await onServer(async (client) => {
    // Test files run side by side, and a template that is being migrated must not be copied.
    await client.query('select pg_advisory_lock(hashtext($1))', [name])
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
    if (rowCount === 0) await makeTemplate(client, name)
  })
  return name
}

async function makeTemplate(client: pg.Client, name: string): Promise<void> {
  const unfinished = `${name}_unfinished`
  await client.query(`drop database if exists ${unfinished}`)
  await client.query(`create database ${unfinished}`)
  const pool = createPool({ url: urlOf(unfinished), prepared: true, poolSize: 1 })
  try {
    await migrate(pool)
  } finally {
    await pool.end()
  }
  await client.query(`alter database ${unfinished} rename to ${name}`)
}

/**
 * The server of this worker. Files that run side by side would meet on one for all: what an open transaction keeps from
 * being listed, and who waits for a lock, knows no bounds of databases.
 */
function serverUrl(): string {
  const urls = inject('databaseServerUrls')
  const url = urls[(Number(process.env.VITEST_POOL_ID) - 1) % urls.length]
  if (url === undefined) throw new Error('the setup of all tests starts the servers')
  return url
}

async function onServer<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: serverUrl() })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

function urlOf(database: string): string {
  const url = new URL(serverUrl())
  url.pathname = `/${database}`
  return url.href
}
