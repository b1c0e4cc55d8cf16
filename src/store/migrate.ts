import { hash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import { withTransaction } from './database.ts'

/** The database and the migrations of this version do not belong together, or a migration is wrong. */
export class MigrationRefused extends Error {
  override readonly name = 'MigrationRefused'
}

interface Migration {
  readonly number: number
  readonly name: string
  readonly sql: string
  /** SHA-256 in hex. */
  readonly checksum: string
}

interface AppliedMigration {
  readonly number: number
  readonly name: string
  readonly checksum: string
}

const SHIPPED = new URL('./migrations/', import.meta.url)
const FILE_NAME = /^(\d{4})-[a-z0-9-]+\.sql$/

// Any number that nothing else in the database locks. Held until the end of each transaction, so that it also works
// behind a pooler, where a session's lock would stay on somebody else's connection.
const LOCK = 7_245_310_896

const CREATE_RECORD = `
  create table if not exists schema_migrations (
    number     integer primary key,
    name       text not null,
    checksum   text not null,
    applied_at timestamptz not null default now()
  )`

/**
 * Brings the database to the schema of this version: applies the files `NNNN-name.sql` of `folder` that it does not have
 * yet, in order, each in one transaction with its record. Several processes may call this at once: one works, the others
 * wait. Gives the names that this call applied.
 *
 * Throws `MigrationRefused`, with nothing changed by the migration at fault, when one fails, when one that was applied
 * has been edited, or when the database is newer than this version.
 */
export async function migrate(pool: pg.Pool, folder: URL = SHIPPED): Promise<readonly string[]> {
  const migrations = await readMigrations(folder)
  const done: string[] = []
  for (;;) {
    const name = await withTransaction(pool, (client) => applyNext(client, migrations))
    if (name === null) return done
    done.push(name)
  }
}

/** One name for all migrations of a folder: it changes with any of them. */
export async function fingerprint(folder: URL = SHIPPED): Promise<string> {
  const lines = (await readMigrations(folder)).map(({ name, checksum }) => `${name} ${checksum}\n`)
  return hash('sha256', lines.join(''))
}

async function readMigrations(folder: URL): Promise<readonly Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(names.map((name, index) => readMigration(folder, name, index + 1)))
}

async function readMigration(folder: URL, name: string, number: number): Promise<Migration> {
  if (Number(FILE_NAME.exec(name)?.[1]) !== number) {
    const expected = `${String(number).padStart(4, '0')}-<words>.sql`
    throw new MigrationRefused(`Migration ${name} is out of order: the next one is named ${expected}.`)
  }
  // A checkout on Windows may have other line ends, which change nothing.
  const sql = (await readFile(new URL(name, folder), 'utf8')).replaceAll('\r\n', '\n')
  return { number, name, sql, checksum: hash('sha256', sql) }
}

/** Any longer cannot be said to a timer. */
const FOR_WEEKS = { answerMs: 2 ** 31 - 1 }

/** Applies the first migration that is missing and gives its name; null when none is. */
async function applyNext(client: pg.PoolClient, migrations: readonly Migration[]): Promise<string | null> {
  // A large table takes its time, and so does waiting for another replica that works on one.
  await client.query('set local statement_timeout = 0')
  await client.query({ text: 'select pg_advisory_xact_lock($1)', values: [LOCK], ...FOR_WEEKS })
  await client.query(CREATE_RECORD)
  const { rows } = await client.query<AppliedMigration>(
    'select number, name, checksum from schema_migrations order by number',
  )
  compare(rows, migrations)
  const next = migrations[rows.length]
  if (next === undefined) return null
  await apply(client, next)
  return next.name
}

function compare(applied: readonly AppliedMigration[], migrations: readonly Migration[]): void {
  for (const [index, { name, checksum }] of applied.entries()) {
    const known = migrations[index]
    if (known === undefined) {
      throw new MigrationRefused(`The database is newer than this version of the service: it has ${name}.`)
    }
    if (known.name !== name || known.checksum !== checksum) {
      throw new MigrationRefused(
        `The database has ${name} as it was; ${known.name} differs. Put it back and write a new migration.`,
      )
    }
  }
}

async function apply(client: pg.PoolClient, { number, name, sql, checksum }: Migration): Promise<void> {
  try {
    await client.query({ text: sql, ...FOR_WEEKS })
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error
    throw new MigrationRefused(`Migration ${name} failed${lineOf(sql, error)}: ${error.message}`, { cause: error })
  }
  await client.query('insert into schema_migrations (number, name, checksum) values ($1, $2, $3)', [
    number,
    name,
    checksum,
  ])
}

function lineOf(sql: string, { position }: pg.DatabaseError): string {
  return position === undefined ? '' : ` at line ${sql.slice(0, Number(position)).split('\n').length}`
}
