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

/** Waits until somebody waits for a lock. */
export const somebodyWaits = (pool: pg.Pool): Promise<void> =>
  expect
    .poll(async () => (await pool.query('select from pg_locks where not granted')).rowCount, { timeout: 10_000 })
    .toBeGreaterThan(0)

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

async function onServer<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: inject('databaseServerUrl') })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

function urlOf(database: string): string {
  const url = new URL(inject('databaseServerUrl'))
  url.pathname = `/${database}`
  return url.href
}
