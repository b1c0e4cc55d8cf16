import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { arraysOf, type Columns, type RowOf, sourcesOf } from '../../src/store/batch/binary-rows.ts'
import { createPool } from '../../src/store/database.ts'
import { emptyDatabase, type FreshDatabase } from '../helpers/postgres.ts'

const COLUMNS = {
  id: 'uuid',
  name: 'text',
  amount: 'bigint',
  line: 'smallint',
  at: 'timestamptz',
  data: 'json',
  lies: 'tid',
  by: 'xid',
} as const satisfies Columns

let database: FreshDatabase
let pool: pg.Pool
beforeAll(async () => {
  database = await emptyDatabase()
  pool = createPool({ url: database.url, prepared: true })
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

/** The rows as the database has understood them. */
async function sentAndRead(rows: readonly RowOf<typeof COLUMNS>[]) {
  const [source] = sourcesOf(COLUMNS)
  const answer = await pool.query(`select * from ${source}`, [...arraysOf(COLUMNS, rows)])
  return answer.rows.map((row) => ({ ...row, at: row.at === null ? null : row.at.getTime() }))
}

const row = {
  id: '01a1fd31-2c87-7623-b3c8-27e8366472d2',
  name: 'bet-1',
  amount: 2500,
  line: 1,
  at: Date.UTC(2026, 2, 2, 12, 0, 0, 1),
  data: { stake: 2500, text: 'a "quoted" \\ word' },
  lies: '(0,1)',
  by: '4294967295',
}

test('the database reads what was sent', async () => {
  const rows = [
    row,
    { ...row, name: 'Ærø 🎲 {"},', amount: Number.MAX_SAFE_INTEGER, line: -1, data: ['🎲', null, 1.5] },
    { ...row, name: '', amount: Number.MIN_SAFE_INTEGER, at: Date.UTC(1969, 11, 31, 23, 59, 59, 999) },
    { ...row, amount: -1, at: Date.UTC(2000, 0, 1), line: 0 },
    { ...row, id: '00000000-0000-0000-0000-000000000000', at: Date.UTC(4000, 0, 1) + 1, lies: '(4294967295,65535)' },
    { ...row, id: 'ffffffff-ffff-ffff-ffff-ffffffffffff', amount: 2 ** 32, at: Date.UTC(1000, 0, 1) - 1 },
  ]
  expect(await sentAndRead(rows)).toEqual(rows)
})

test('null arrives as null in every column', async () => {
  const empty = { id: null, name: null, amount: null, line: null, at: null, data: null, lies: null, by: null }
  expect(await sentAndRead([row, empty])).toEqual([row, empty])
})

test('an id arrives as it is, whichever stood before it, and where the array has to grow', async () => {
  const other = '01a1fd31-2c87-7623-b3c8-27e8366472d3'
  const pattern = [row.id, row.id, null, row.id, other, row.id, null, null, other, other]
  const rows = Array.from({ length: 6_000 }, (_, line) => ({
    ...row,
    line,
    id: pattern[line % pattern.length] ?? null,
  }))
  expect(await sentAndRead(rows)).toEqual(rows)
})

test('no rows are no rows', async () => {
  expect(await sentAndRead([])).toEqual([])
})

test('more rows than fit at first arrive whole', async () => {
  const rows = Array.from({ length: 500 }, (_, line) => ({ ...row, line, name: 'é'.repeat(line) }))
  expect(await sentAndRead(rows)).toEqual(rows)
})

test('a value that cannot be written throws before anything is sent', () => {
  expect(() => arraysOf(COLUMNS, [{ ...row, amount: 0.5 }])).toThrow(RangeError)
  expect(() => arraysOf(COLUMNS, [{ ...row, amount: Number.NaN }])).toThrow(RangeError)
  expect(() => arraysOf(COLUMNS, [{ ...row, id: 'no uuid' }])).toThrow(RangeError)
})

test('arrays may outgrow the room that they begin with, at a value of any type', async () => {
  const columns = ['uuid', 'bigint', 'smallint', 'timestamptz'] as const
  for (const type of columns) {
    const [source] = sourcesOf({ value: type })
    const value = type === 'uuid' ? row.id : type === 'timestamptz' ? row.at : 7
    const rows = Array.from({ length: 20_000 }, () => ({ value }))
    const answer = await pool.query(
      `select count(*)::int as rows, count(distinct value)::int as values from ${source}`,
      [...arraysOf({ value: type }, rows as never)],
    )
    expect(answer.rows).toEqual([{ rows: 20_000, values: 1 }])
  }
})
