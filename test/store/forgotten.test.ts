import { expect, test } from 'vitest'
import type { TenantId, Uuid } from '../../src/core/ids.ts'
import { instant } from '../../src/core/instant.ts'
import { forgetDeliveries } from '../../src/store/deliveries.ts'
import { forgetStatementsBefore } from '../../src/store/statements.ts'
import { useDatabase } from '../helpers/postgres.ts'

// What is kept for a while only is deleted by itself, and nothing else is.

const used = useDatabase()
const tenantId = '01a1fd3a-0000-7000-8000-000000000000' as TenantId
const NOON = instant(Date.UTC(2026, 2, 2, 12))

async function kept(column: string, table: string): Promise<readonly unknown[]> {
  const { rows } = await used.pool.query(`select ${column} as one from ${table} order by 1`)
  return rows.map(({ one }) => one)
}

test('deliveries that were made or given up before a moment; one that waits is kept however old it is', async () => {
  const deliveries = [
    ['delivered before', 'delivered', '2026-03-02T11:59:59.999Z'],
    ['delivered then', 'delivered', '2026-03-02T12:00:00Z'],
    ['failed before', 'failed', '2026-03-02T11:59:59.999Z'],
    ['failed then', 'failed', '2026-03-02T12:00:00Z'],
    ['waiting', 'pending', null],
  ]
  for (const [type, status, settledAt] of deliveries) {
    await used.pool.query(
      `insert into deliveries (tenant_id, event_id, seq, type, status, created_at, settled_at)
       values ($1, gen_random_uuid(), 0, $2, $3, '2020-01-01', $4)`,
      [tenantId, type, status, settledAt],
    )
  }
  expect(await forgetDeliveries(used.pool, NOON)).toBe(2)
  expect(await kept('type', 'deliveries')).toEqual(['delivered then', 'failed then', 'waiting'])
})

test('statements that were given up, with what was found of them', async () => {
  const ids = ['01a1fd3a-0000-7000-8000-00000000000a', '01a1fd3a-0000-7000-8000-00000000000b'] as Uuid[]
  for (const id of ids) {
    await used.pool.query(
      `insert into statement_lines (tenant_id, statement_id, line, external_bet_id, outcome) values ($1, $2, 1, 'b1', 'won')`,
      [tenantId, id],
    )
    await used.pool.query(
      `insert into statement_findings (tenant_id, statement_id, kind, external_bet_id) values ($1, $2, 'missing', 'b1')`,
      [tenantId, id],
    )
  }
  await forgetStatementsBefore(used.pool, ids[1] as Uuid)
  expect(await kept('statement_id', 'statement_lines')).toEqual([ids[1]])
  expect(await kept('statement_id', 'statement_findings')).toEqual([ids[1]])
})
