import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createPool } from '../../src/store/database.ts'
import { fingerprint, migrate } from '../../src/store/migrate.ts'
import { emptyDatabase, type FreshDatabase, freshDatabase } from '../helpers/postgres.ts'

let database: FreshDatabase
let pools: pg.Pool[]
let dir: string

beforeEach(async () => {
  database = await emptyDatabase()
  pools = []
  dir = await mkdtemp(join(tmpdir(), 'migrations-'))
})

afterEach(async () => {
  await Promise.all(pools.map((pool) => pool.end()))
  await database.drop()
  await rm(dir, { recursive: true })
})

const folder = (): URL => pathToFileURL(`${dir}/`)
const write = (name: string, sql: string): Promise<void> => writeFile(join(dir, name), sql)

function connect(): pg.Pool {
  const pool = createPool({ url: database.url, prepared: true, poolSize: 2 })
  pools.push(pool)
  return pool
}

const valuesOf = async (pool: pg.Pool): Promise<readonly number[]> =>
  (await pool.query<{ n: number }>('select n from visits order by n')).rows.map(({ n }) => n)

describe('migrations', () => {
  test('are applied in the order of their numbers, and only once', async () => {
    const pool = connect()
    await write('0001-visits.sql', 'create table visits (n int)')
    await write('0002-first-visit.sql', 'insert into visits values (1)')
    expect(await migrate(pool, folder())).toEqual(['0001-visits.sql', '0002-first-visit.sql'])
    await write('0003-second-visit.sql', 'insert into visits values (2); insert into visits values (3);')
    expect(await migrate(pool, folder())).toEqual(['0003-second-visit.sql'])
    expect(await migrate(pool, folder())).toEqual([])
    expect(await valuesOf(pool)).toEqual([1, 2, 3])
  })

  test('that take longer than any answer may, and whoever waits for them, are waited for', async () => {
    const hasty = () => {
      const pool = createPool({ url: database.url, prepared: true, poolSize: 1, answerMs: 2_000 })
      pools.push(pool)
      return pool
    }
    await write('0001-visits.sql', 'create table visits (n int)')
    await write('0002-slow.sql', 'insert into visits values (1); select pg_sleep(4)')
    const applied = await Promise.all([hasty(), hasty()].map((pool) => migrate(pool, folder())))
    expect(applied.flat().sort()).toEqual(['0001-visits.sql', '0002-slow.sql'])
  })

  test('that several replicas start at once are applied once', async () => {
    await write('0001-visits.sql', 'create table visits (n int)')
    await write('0002-first-visit.sql', 'insert into visits values (1); select pg_sleep(0.05)')
    await write('0003-second-visit.sql', 'insert into visits values (2)')
    const replicas = Array.from({ length: 8 }, connect)
    const applied = await Promise.all(replicas.map((pool) => migrate(pool, folder())))
    expect(applied.flat().sort()).toEqual(['0001-visits.sql', '0002-first-visit.sql', '0003-second-visit.sql'])
    expect(await valuesOf(connect())).toEqual([1, 2])
  })

  test('that fail change nothing, name the line, and can be tried again', async () => {
    const pool = connect()
    await write('0001-visits.sql', 'create table visits (n int)')
    await write('0002-broken.sql', 'insert into visits values (1);\ninsert into guests values (1);')
    await expect(migrate(pool, folder())).rejects.toMatchObject({
      name: 'MigrationRefused',
      message: 'Migration 0002-broken.sql failed at line 2: relation "guests" does not exist',
    })
    expect(await valuesOf(pool)).toEqual([])
    await write('0002-broken.sql', 'insert into visits values (1)')
    expect(await migrate(pool, folder())).toEqual(['0002-broken.sql'])
    expect(await valuesOf(pool)).toEqual([1])
  })

  test('that were edited after they were applied are refused', async () => {
    const pool = connect()
    await write('0001-visits.sql', 'create table visits (n int)')
    await migrate(pool, folder())
    await write('0001-visits.sql', 'create table visits (n bigint)')
    await write('0002-first-visit.sql', 'insert into visits values (1)')
    await expect(migrate(pool, folder())).rejects.toThrow(
      'The database has 0001-visits.sql as it was; 0001-visits.sql differs.',
    )
    expect(await valuesOf(pool)).toEqual([])
  })

  test('are the same with the line ends of Windows', async () => {
    const pool = connect()
    await write('0001-visits.sql', 'create table visits (\nn int\n)')
    await migrate(pool, folder())
    await write('0001-visits.sql', 'create table visits (\r\nn int\r\n)')
    expect(await migrate(pool, folder())).toEqual([])
  })

  test('that only the database knows mean that it is newer than the service', async () => {
    const pool = connect()
    await write('0001-visits.sql', 'create table visits (n int)')
    await write('0002-first-visit.sql', 'insert into visits values (1)')
    await migrate(pool, folder())
    await rm(join(dir, '0002-first-visit.sql'))
    await expect(migrate(pool, folder())).rejects.toThrow(
      'The database is newer than this version of the service: it has 0002-first-visit.sql.',
    )
  })

  test.each(['0003-skips.sql', '2-short.sql', '0001-again.sql', '0002_snake.sql', '0002-.sql'])(
    'named %s after 0001 are refused before anything is applied',
    async (name) => {
      const pool = connect()
      await write('0001-a-start.sql', 'create table visits (n int)')
      await write(name, 'select 1')
      await expect(migrate(pool, folder())).rejects.toThrow('is out of order')
      await expect(valuesOf(pool)).rejects.toThrow('relation "visits" does not exist')
    },
  )

  test('have another fingerprint after any change', async () => {
    await write('0001-visits.sql', 'create table visits (n int)')
    const before = await fingerprint(folder())
    await write('0002-first-visit.sql', 'insert into visits values (1)')
    const after = await fingerprint(folder())
    expect(after).not.toBe(before)
    await write('0002-first-visit.sql', 'insert into visits values (2)')
    expect(await fingerprint(folder())).not.toBe(after)
  })

  test('of this version are in every fresh database', async () => {
    const fresh = await freshDatabase()
    const pool = createPool({ url: fresh.url, prepared: true })
    expect(await migrate(pool)).toEqual([])
    await pool.end()
    await fresh.drop()
  })
})
