import { type Queryable, rowsOf, statement } from '../statement.ts'

// What a batch seldom writes: it takes its rows as one JSON text.

/** The columns of such rows, as `jsonb_to_recordset` is told of them. */
type Columns = { readonly [name: string]: 'uuid' | 'text' | 'bigint' | 'integer' | 'timestamptz' | 'jsonb' }

type ValueOf<Type extends Columns[string]> = Type extends 'jsonb'
  ? object
  : Type extends 'bigint' | 'integer'
    ? number
    : string | null
type RowOf<Of extends Columns> = { readonly [Name in keyof Of]: ValueOf<Of[Name]> }

/** Null where there is nothing to write. */
type Sending = ((db: Queryable) => Promise<readonly object[]>) | null

/** Writes rows of these columns by a statement that finds them as `r`. */
function writer<const Of extends Columns>(name: string, columns: Of, sqlOf: (rows: string) => string) {
  const record = Object.entries(columns).map(([column, type]) => `${column} ${type}`)
  const to = statement(name, sqlOf(`jsonb_to_recordset($1::jsonb) as r (${record.join(', ')})`))
  return (rows: readonly RowOf<Of>[]): Sending => {
    if (rows.length === 0) return null
    const values = [JSON.stringify(rows)]
    return (db) => rowsOf(db, to, values)
  }
}

export const upsertPrograms = writer(
  'batch-upsert-programs',
  {
    tenant_id: 'uuid',
    program_id: 'uuid',
    player_id: 'uuid',
    kind: 'text',
    status: 'text',
    started_at: 'timestamptz',
    ended_at: 'timestamptz',
    state: 'jsonb',
  },
  (rows) => `insert into programs (tenant_id, program_id, player_id, kind, status, started_at, ended_at, state)
   select * from ${rows}
       on conflict (tenant_id, program_id) do update
      set status = excluded.status, ended_at = excluded.ended_at, state = excluded.state`,
)

export const upsertPayouts = writer(
  'batch-upsert-payouts',
  {
    tenant_id: 'uuid',
    payout_id: 'uuid',
    player_id: 'uuid',
    program_id: 'uuid',
    status: 'text',
    payout: 'jsonb',
  },
  (rows) => `insert into payouts (tenant_id, payout_id, player_id, program_id, status, payout)
   select * from ${rows}
       on conflict (tenant_id, payout_id) do update set status = excluded.status, payout = excluded.payout`,
)

/** An event of a tenant with a webhook URL becomes a delivery in the same statement. */
export const insertOutbox = writer(
  'batch-insert-outbox',
  { tenant_id: 'uuid', event_id: 'uuid', player_id: 'uuid', seq: 'bigint', type: 'text', at: 'timestamptz' },
  (rows) => `with told as (
     insert into outbox (tenant_id, event_id, player_id, seq, type, at)
     select * from ${rows}
     returning tenant_id, event_id, player_id, seq, type)
   insert into deliveries (tenant_id, event_id, player_id, seq, type)
   select told.* from told join tenants t using (tenant_id) where t.settings ->> 'webhookUrl' is not null`,
)

export const insertFlags = writer(
  'batch-insert-flags',
  {
    tenant_id: 'uuid',
    flag_id: 'uuid',
    player_id: 'uuid',
    bet_event_id: 'uuid',
    external_bet_id: 'text',
    type: 'text',
    description: 'text',
    source: 'text',
    flagged_by: 'text',
    flagged_at: 'timestamptz',
    status: 'text',
    resolved_by: 'text',
    resolved_at: 'timestamptz',
    resolution_note: 'text',
  },
  (rows) => `insert into flags (tenant_id, flag_id, player_id, bet_event_id, external_bet_id, type, description, source,
     flagged_by, flagged_at, status, resolved_by, resolved_at, resolution_note)
   select * from ${rows}`,
)

/** A correction settles whatever was open about its bet. */
export const resolveFlags = writer(
  'batch-resolve-flags',
  {
    tenant_id: 'uuid',
    external_bet_id: 'text',
    resolved_by: 'text',
    resolved_at: 'timestamptz',
    resolution_note: 'text',
  },
  (rows) => `update flags f set status = 'resolved', resolved_by = r.resolved_by, resolved_at = r.resolved_at,
          resolution_note = r.resolution_note
     from ${rows}
    where f.tenant_id = r.tenant_id and f.external_bet_id = r.external_bet_id and f.status = 'open'`,
)

export const countPurchases = writer(
  'batch-count-purchases',
  { tenant_id: 'uuid', month: 'text' },
  (rows) => `insert into purchase_months (tenant_id, month, purchases)
   select tenant_id, month, count(*) from ${rows}
    group by tenant_id, month order by tenant_id, month
       on conflict (tenant_id, month) do update set purchases = purchase_months.purchases + excluded.purchases`,
)

/** Gives a row for each answer whose claim is still held. */
export const storeAnswers = writer(
  'batch-store-answers',
  { tenant_id: 'uuid', scope: 'text', key: 'text', claim_id: 'uuid', status: 'integer', body: 'text' },
  (rows) => `update idempotency_keys k set status = r.status, body = r.body
     from ${rows}
    where k.tenant_id = r.tenant_id and k.scope = r.scope and k.key = r.key and k.claim_id = r.claim_id and k.status is null
   returning 1`,
)
