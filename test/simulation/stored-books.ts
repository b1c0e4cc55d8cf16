import type { Pool } from 'pg'
import type { TenantId } from '../../src/core/ids.ts'
import type { Announcement, Flag, ProgramBalances } from './door.ts'

/** Reads what the service has written, straight from its tables, without any of its code. */
export async function storedLedger(pool: Pool, tenantId: TenantId) {
  const { rows } = await pool.query<{ program_id: string; account: string; amount: string }>(
    `select program_id, account, sum(amount)::text as amount
       from (select program_id, credit as account, amount from ledger_entries where tenant_id = $1
             union all
             select program_id, debit, -amount from ledger_entries where tenant_id = $1) as sides
      group by program_id, account`,
    [tenantId],
  )
  const accounts = ['player_paid', 'stake_held', 'house', 'available', 'reserved', 'held', 'player', 'forfeited']
  const totals: Record<string, number> = Object.fromEntries(accounts.map((account) => [account, 0]))
  const programs = new Map<string, ProgramBalances>()
  for (const { program_id: id, account, amount } of rows) {
    const program = programs.get(id) ?? { id, available: 0, reserved: 0, held: 0 }
    programs.set(id, { ...program, [account]: Number(amount) })
    totals[account] = (totals[account] ?? 0) + Number(amount)
  }
  return { programs: [...programs.values()], totals }
}

export async function storedFlags(pool: Pool, tenantId: TenantId): Promise<Flag[]> {
  const { rows } = await pool.query<{ type: string; external_bet_id: string }>(
    'select type, external_bet_id from flags where tenant_id = $1',
    [tenantId],
  )
  return rows.map((row) => ({ type: row.type, externalBetId: row.external_bet_id }))
}

/** The names of what is to be told to the operator, in order; the data is put together when it is delivered. */
export async function storedAnnouncements(pool: Pool, tenantId: TenantId, user: string): Promise<Announcement[]> {
  const { rows } = await pool.query<{ type: string }>(
    `select o.type from outbox o join players p using (tenant_id, player_id)
      where o.tenant_id = $1 and p.user_id = $2 order by o.seq`,
    [tenantId, user],
  )
  return rows.map(({ type }) => ({ type, data: undefined }))
}
