import { describe, expect, test } from 'vitest'
import { useDatabase } from '../helpers/postgres.ts'

const used = useDatabase()

const facts = ['events', 'ledger_entries', 'terms', 'rulesets', 'tiers']
const changes = (table: string) => [
  ['update', `update ${table} set tenant_id = tenant_id`],
  ['delete', `delete from ${table}`],
  ['truncate', `truncate ${table} cascade`],
]

test.each(facts.flatMap((table) => changes(table).map(([change, sql]) => [table, change, sql])))(
  'the database lets nobody change %s: %s is refused, even where there is no row',
  async (table, change, sql) => {
    await expect(used.pool.query(sql ?? '')).rejects.toThrow(`${table} is append-only: ${change} is not possible`)
  },
)

test('an entry moves an amount above nothing from one account to another that the ledger knows', async () => {
  const id = '01a1fd3a-0000-7000-8000-000000000000'
  const insert = (debit: string, credit: string, amount: number) =>
    used.pool.query('insert into ledger_entries values ($1, $1, 0, $1, $2, $3, $4)', [id, debit, credit, amount])
  await expect(insert('house', 'available', 0)).rejects.toThrow('violates check constraint')
  await expect(insert('house', 'available', -1)).rejects.toThrow('violates check constraint')
  await expect(insert('house', 'house', 1)).rejects.toThrow('violates check constraint')
  await expect(insert('house', 'elsewhere', 1)).rejects.toThrow('violates check constraint')
  await expect(insert('house', 'available', 1)).resolves.toMatchObject({ rowCount: 1 })
  await expect(insert('house', 'reserved', 2)).rejects.toThrow('duplicate key')
})

describe('the audit', () => {
  const id = '01a1fd3a-0000-7000-8000-000000000001'
  const other = '01a1fd3a-0000-7000-8000-000000000002'
  const insert = (auditId: string, more = '', values = '') =>
    used.pool.query(
      `insert into audit_events (tenant_id, audit_id, actor, action, target, at ${more})
       values ($1, $2, 'a', 'b', 'c', now() ${values})`,
      [id, auditId],
    )
  const sealing = `update audit_events set seq = 1, prev_hash = 'p', hash = 'h'`

  test('lets each event be sealed once, and nothing else be done to it', async () => {
    await insert(id)
    const refused = async (sql: string, what: string) =>
      await expect(used.pool.query(sql)).rejects.toThrow(`audit_events is append-only: ${what} is not possible`)
    await refused(`update audit_events set actor = 'x'`, 'update')
    await refused(`${sealing}, actor = 'x'`, 'update')
    await refused('delete from audit_events', 'delete')
    await expect(used.pool.query(sealing)).resolves.toMatchObject({ rowCount: 1 })
    await refused(sealing, 'update')
    await refused('update audit_events set seq = null, prev_hash = null, hash = null', 'update')
    await refused(`update audit_events set after = '{}'`, 'update')
    await refused('delete from audit_events', 'delete')
    await refused('truncate audit_events', 'truncate')
  })

  test('notes where a chain ends, which only moves on', async () => {
    const { rows } = await used.pool.query('select seq, hash from audit_ends where tenant_id = $1', [id])
    expect(rows).toEqual([{ seq: 1, hash: 'h' }])
    for (const seq of ['seq', 'seq - 1', '0']) {
      await expect(used.pool.query(`update audit_ends set seq = ${seq}`)).rejects.toThrow('only move on')
    }
    for (const change of ['delete from', 'truncate']) {
      await expect(used.pool.query(`${change} audit_ends`)).rejects.toThrow('audit_ends is append-only')
    }
  })

  test('takes no event that is sealed already, and seals two in no place', async () => {
    await expect(insert(other, ', seq, prev_hash, hash', `, 2, 'p', 'h'`)).rejects.toThrow('insert is not possible')
    await insert(other)
    await expect(used.pool.query(`${sealing} where seq is null`)).rejects.toThrow('duplicate key')
    await expect(used.pool.query('update audit_events set seq = 2 where seq is null')).rejects.toThrow(
      'check constraint',
    )
  })
})
