import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPool } from '../../src/store/database.ts'
import { type FreshDatabase, freshDatabase } from '../helpers/postgres.ts'

let database: FreshDatabase
let pool: pg.Pool

beforeAll(async () => {
  database = await freshDatabase()
  pool = createPool({ url: database.url, prepared: true })
})

afterAll(async () => {
  await pool.end()
  await database.drop()
})

const facts = ['events', 'ledger_entries', 'terms', 'rulesets', 'tiers']
const changes = (table: string) => [
  ['update', `update ${table} set tenant_id = tenant_id`],
  ['delete', `delete from ${table}`],
  ['truncate', `truncate ${table} cascade`],
]

test.each(facts.flatMap((table) => changes(table).map(([change, sql]) => [table, change, sql])))(
  'the database lets nobody change %s: %s is refused, even where there is no row',
  async (table, change, sql) => {
    await expect(pool.query(sql ?? '')).rejects.toThrow(`${table} is append-only: ${change} is not possible`)
  },
)

test('an entry moves an amount above nothing from one account to another that the ledger knows', async () => {
  const id = '01a1fd3a-0000-7000-8000-000000000000'
  const insert = (debit: string, credit: string, amount: number) =>
    pool.query('insert into ledger_entries values ($1, $1, 0, $1, $2, $3, $4)', [id, debit, credit, amount])
  await expect(insert('house', 'available', 0)).rejects.toThrow('violates check constraint')
  await expect(insert('house', 'available', -1)).rejects.toThrow('violates check constraint')
  await expect(insert('house', 'house', 1)).rejects.toThrow('violates check constraint')
  await expect(insert('house', 'elsewhere', 1)).rejects.toThrow('violates check constraint')
  await expect(insert('house', 'available', 1)).resolves.toMatchObject({ rowCount: 1 })
  await expect(insert('house', 'reserved', 2)).rejects.toThrow('duplicate key')
})
