import { statement } from '../../src/store/statement.ts'

export const TENANT = statement(
  'one-tenant',
  `select clock_offset_ms, (settings ->> 'maxBackfillHours')::float8 as max_backfill_hours,
          (plan ->> 'monthlyChallengeLimit')::integer as monthly_challenge_limit
     from tenants where tenant_id = $1`,
)

export const LOCK_PLAYER = statement(
  'one-player',
  'select player_id, seq, state from players where tenant_id = $1 and user_id = $2 for update',
)

export const LOCK_BET = statement(
  'one-bet',
  'select external_bet_id, player_id, standing, state from bets where tenant_id = $1 and external_bet_id = $2 for update',
)

export const INSERT_EVENT = statement(
  'one-event',
  `insert into events
     (tenant_id, event_id, player_id, seq, type, program_id, external_bet_id, event_at, at, recorded_at, data)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
)

export const INSERT_ENTRY = statement(
  'one-entry',
  `insert into ledger_entries (tenant_id, event_id, line, program_id, debit, credit, amount)
   values ($1, $2, $3, $4, $5, $6, $7)`,
)

export const INSERT_BET = statement(
  'one-new-bet',
  'insert into bets (tenant_id, external_bet_id, player_id, standing, state) values ($1, $2, $3, $4, $5)',
)

export const UPDATE_BET = statement(
  'one-changed-bet',
  'update bets set player_id = $3, standing = $4, state = $5 where tenant_id = $1 and external_bet_id = $2',
)

export const UPDATE_PLAYER = statement(
  'one-changed-player',
  'update players set seq = $3, wake_at = $4, state = $5 where tenant_id = $1 and player_id = $2',
)
