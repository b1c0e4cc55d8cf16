import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectPipelined, createPool } from '../../src/store/database.ts'
import { type Queryable, rowsOf } from '../../src/store/statement.ts'
import { type FreshDatabase, freshDatabase } from '../helpers/postgres.ts'

/*
 * What the driver keeps a moment too long grows old with its query, its values and its rows, and waits for the next big
 * collection: that has cost a service with many streams a quarter of its memory, twice, and no other test could tell.
 */

let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

const QUERIES = 10_000
/** Of a query, in bytes. It is some 60; with a timer for each query it was 1,000 over the pool and 2,500 over a pipeline. */
const LEFT_MAX = 300
const ECHO = { name: 'echo', text: 'select $1::text || $2::text as said' }
const VALUE = 'x'.repeat(2_000)

test.each<[string, () => Promise<pg.Pool | pg.Client>]>([
  ['the pool', async () => createPool({ url: database.url, prepared: true })],
  ['a pipeline', () => connectPipelined({ url: database.url, prepared: true })],
])('queries over %s are collected while they are young', async (_, connect) => {
  const db = await connect()
  const left = await leftBy(db)
  await db.end()
  expect(left).toBeLessThan(LEFT_MAX)
})

/** By how much the old generation grows at most while queries are asked and forgotten, in bytes a query. */
async function leftBy(db: Queryable): Promise<number> {
  const ask = (n: number) => rowsOf(db, ECHO, [VALUE, String(n)])
  // What is made once, such as the plan and the compiled code.
  for (let n = 0; n < 500; n += 1) await ask(n)
  collectAll()
  const before = oldBytes()
  let most = 0
  for (let n = 0; n < QUERIES; n += 4) {
    await Promise.all([ask(n), ask(n + 1), ask(n + 2), ask(n + 3)])
    if (n % 1_000 === 0) most = Math.max(most, oldBytes() - before)
  }
  return most / QUERIES
}

setFlagsFromString('--expose-gc')
const collectAll = runInNewContext('gc') as () => void

const oldBytes = (): number =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')?.space_used_size ?? Number.NaN
