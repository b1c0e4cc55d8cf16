import type pg from 'pg'
import type { TenantId } from '../../src/core/ids.ts'

/**
 * So many accepted and settled bets of a thousand players, written straight into the tables: what is measured is how they
 * are compared, not how they came about. Every hundredth is still open, every thousandth is unknown to the statement.
 */
export async function seedBets(pool: pg.Pool, tenantId: TenantId, bets: number): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query("set statement_timeout = '10min'")
    await client.query(PLAYERS, [tenantId])
    await client.query(EVENTS, [tenantId, bets])
    await client.query(BETS, [tenantId])
    await client.query('vacuum analyze')
  } finally {
    client.release(true)
  }
}

const PLAYERS = `insert into players (tenant_id, player_id, user_id, state)
  select $1, uuidv7(), 'player-' || n, '{"selfExclusion": {"excluded": false, "until": null}, "program": null}'
    from generate_series(0, 999) n`

const EVENTS = `insert into events (tenant_id, event_id, player_id, seq, type, program_id, external_bet_id, event_at, at,
    recorded_at, data)
  select $1, uuidv7(), p.player_id, n, 'BetAccepted', p.player_id, 'bet-' || n, now(), now(), now(),
         json_build_object('report', json_build_object('externalBetId', 'bet-' || n, 'status', 'placed', 'stake', 2500,
           'odds', 20000, 'settlementAmount', null, 'isCashOut', false, 'betType', 'single', 'selectionsCount', 1))
    from generate_series(1, $2::integer) n
    join players p on p.tenant_id = $1 and p.user_id = 'player-' || n % 1000`

const BETS = `insert into bets (tenant_id, external_bet_id, player_id, standing, state)
  select e.tenant_id, e.external_bet_id, e.player_id, case when seq % 100 = 0 then 'open' else 'lost' end,
         json_build_object('externalBetId', e.external_bet_id, 'playerId', e.player_id,
           'placement', json_build_object('eventId', e.event_id, 'accepted', true, 'programId', e.program_id,
             'phase', 'challenge', 'stake', 2500, 'odds', 20000),
           'standing', case when seq % 100 = 0 then 'open' else 'lost' end,
           'settlement', case when seq % 100 = 0 then null
             else json_build_object('eventId', e.event_id, 'returned', 0, 'loss', 2500, 'at', 1772452800000) end,
           'verdicts', json_build_object('placed', json_build_object('betEventId', e.event_id, 'result', 'accepted',
             'reasons', json_build_array(), 'flagReason', null)), 'doubts', json_build_object())
    from events e where e.tenant_id = $1`
