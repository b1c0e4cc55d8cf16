import { expect, test } from 'vitest'
import { withTransaction } from '../../src/store/database.ts'
import { beginVerification } from '../../src/store/verify.ts'
import { useDatabase } from '../helpers/postgres.ts'

const used = useDatabase()

test('a verification sees one moment, changes nothing, and may take longer than other reads', async () => {
  const shown = await withTransaction(used.pool, async (db) => {
    await beginVerification(db)
    const settings = ['transaction_isolation', 'transaction_read_only', 'statement_timeout']
    const rows: unknown[] = []
    for (const name of settings) rows.push(...(await db.query(`show ${name}`)).rows)
    return rows
  })
  expect(shown).toEqual([
    { transaction_isolation: 'repeatable read' },
    { transaction_read_only: 'on' },
    { statement_timeout: '10min' },
  ])
  const { rows } = await used.pool.query('show statement_timeout')
  expect(rows).toEqual([{ statement_timeout: '30s' }])
})
