import type pg from 'pg'
import { sealAll } from '../../src/app/audit/auditing.ts'
import type { TenantId } from '../../src/core/ids.ts'

/** Players whose rows are copied: what a row looks like is what the service wrote. */
export interface Models {
  /** Has one open bet and one lost one. */
  readonly bettor: string
  /** Has one payout, which waits. */
  readonly payee: string
}

/** Bets and payouts belong to so many of all players. */
const BUSY = 5_000

/**
 * So many players in a challenge, bets with their settlements, payouts, acts, deliveries and flags, copied from what
 * two players have done. One in a hundred bets, payouts and flags is open.
 */
export async function seedRows(pool: pg.Pool, tenantId: TenantId, rows: number, models: Models): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query("set statement_timeout = '10min'")
    const modelOf = async (userId: string) => (await client.query(MODEL, [tenantId, userId])).rows[0]
    const bettor = await modelOf(models.bettor)
    const payee = await modelOf(models.payee)
    await client.query(FRESH, [rows])
    await client.query(PLAYERS, [tenantId, bettor.player_id, bettor.program_id])
    await client.query(PROGRAMS, [tenantId, bettor.player_id, bettor.program_id])
    await client.query(PLACEMENTS, [tenantId, bettor.player_id, bettor.program_id, BUSY])
    await client.query(SETTLEMENTS, [tenantId, bettor.player_id, bettor.program_id, BUSY])
    await client.query(BETS, [tenantId, bettor.player_id, bettor.program_id, BUSY])
    await client.query(PAYOUTS, [tenantId, payee.player_id, BUSY])
    await client.query(DELIVERIES, [tenantId, BUSY])
    await client.query(ACTS, [tenantId, BUSY])
    await client.query(FLAGS, [tenantId, BUSY])
    await sealAll(pool)
    await client.query('vacuum analyze')
  } finally {
    client.release(true)
  }
}

/** Opens every bet again: nobody has settled anything. */
export async function openEveryBet(pool: pg.Pool, tenantId: TenantId): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query("set statement_timeout = '10min'")
    await client.query(
      `update bets b set standing = 'open', state = replace(m.state::text, m.placed, e.event_id::text)::json
         from events e,
              (select state, state -> 'placement' ->> 'eventId' as placed from bets
                where tenant_id = $1 and external_bet_id = 'model-open') m
        where b.tenant_id = $1 and b.standing = 'lost' and e.tenant_id = $1 and e.event_id = (b.state -> 'placement' ->> 'eventId')::uuid`,
      [tenantId],
    )
    await client.query('vacuum analyze bets')
  } finally {
    client.release(true)
  }
}

const MODEL = `select player_id, state -> 'program' ->> 'id' as program_id from players where tenant_id = $1 and user_id = $2`

// Ids of every kind, each growing with n as those of the service do with time.
const FRESH = `create temp table fresh as
  select n, uuidv7() as player_id, uuidv7() as program_id, uuidv7() as placed_id, uuidv7() as settled_id, uuidv7() as id
    from generate_series(1, $1::int) n order by n`

const PLAYERS = `insert into players (tenant_id, player_id, user_id, seq, wake_at, state)
  select $1, f.player_id, 'player-' || f.n, 10, p.wake_at,
         replace(p.state::text, $3::text, f.program_id::text)::json
    from fresh f, players p where p.tenant_id = $1 and p.player_id = $2`

const PROGRAMS = `insert into programs (tenant_id, program_id, player_id, kind, status, started_at, ended_at, state)
  select $1, f.program_id, f.player_id, g.kind, g.status, g.started_at, null,
         replace(g.state::text, $3::text, f.program_id::text)::jsonb
    from fresh f, programs g where g.tenant_id = $1 and g.player_id = $2 and g.program_id = $3::uuid`

/** The player of a bet, a payout, an act: one of the busy ones. */
const WHOSE = (n = 'f.n') => `join fresh w on w.n = 1 + ${n} % $4`

const eventsLike = (type: string, externalBetId: string, id: string, seq: string): string =>
  `insert into events (tenant_id, event_id, player_id, seq, type, program_id, external_bet_id, event_at, at, recorded_at,
     data)
   select $1, f.${id}, w.player_id, ${seq}, m.type, w.program_id, 'bet-' || f.n, m.event_at, m.at, m.recorded_at,
          replace(replace(m.data::text, '${externalBetId}', 'bet-' || f.n), $3::text, w.program_id::text)::json
     from fresh f ${WHOSE()}, events m
    where m.tenant_id = $1 and m.player_id = $2 and m.external_bet_id = '${externalBetId}' and m.type = '${type}'`

const PLACEMENTS = eventsLike('BetAccepted', 'model-open', 'placed_id', '100 + 2 * f.n')
const SETTLEMENTS = eventsLike('BetSettled', 'model-lost', 'settled_id', '101 + 2 * f.n')

const BETS = `insert into bets (tenant_id, external_bet_id, player_id, standing, state)
  select $1, 'bet-' || f.n, w.player_id, m.standing,
         replace(replace(replace(replace(m.state::text, m.external_bet_id, 'bet-' || f.n), $2::text, w.player_id::text),
           $3::text, w.program_id::text), m.state -> 'placement' ->> 'eventId', f.placed_id::text)::json
    from fresh f ${WHOSE()}
    join bets m on m.tenant_id = $1
     and m.external_bet_id = case when f.n % 100 = 0 then 'model-open' else 'model-lost' end`

const PAYOUTS = `insert into payouts (tenant_id, payout_id, player_id, program_id, status, payout)
  select $1, f.id, w.player_id, w.program_id, s.status,
         m.payout || jsonb_build_object('id', f.id, 'programId', w.program_id, 'status', s.status)
           || case when s.status = 'pending' then '{}' else jsonb_build_object('decidedAt', m.payout -> 'requestedAt',
                'decidedBy', 'server_key', 'balanceAfter', 50000) end
    from fresh f join fresh w on w.n = 1 + f.n % $3
   cross join lateral (select case when f.n % 100 = 0 then 'pending' else 'executed' end as status) s,
         payouts m
   where m.tenant_id = $1 and m.player_id = $2`

const DELIVERIES = `insert into deliveries (tenant_id, event_id, player_id, seq, type, status, attempts, due_at, settled_at)
  select $1, f.placed_id, w.player_id, f.n, 'challenge.activated',
         case when f.n % 200 = 0 then 'pending' when f.n % 200 = 1 then 'failed' else 'delivered' end, 1,
         now() + interval '1 year', now()
    from fresh f join fresh w on w.n = 1 + f.n % $2`

// They join the chain afterwards, as all acts do.
const ACTS = `insert into audit_events (tenant_id, audit_id, actor, action, target, player_id, after, at)
  select $1, f.id, case when f.n % 100 = 0 then 'admin:' || f.id else 'server_key' end,
         case when f.n % 100 = 0 then 'flag.resolved' else 'challenge.purchased' end, 'challenge:' || w.program_id,
         w.player_id, '{"ownStake": 2000}', now()
    from fresh f join fresh w on w.n = 1 + f.n % $2`

const FLAGS = `insert into flags (tenant_id, flag_id, player_id, bet_event_id, external_bet_id, type, description, status,
    source, flagged_by, flagged_at, resolved_at)
  select $1, f.id, w.player_id, f.placed_id, 'bet-' || f.n, 'settlement_mismatch', 'The stake differs',
         case when f.n % 100 = 0 then 'open' else 'resolved' end, 'system', 'system', now(),
         case when f.n % 100 = 0 then null else now() end
    from fresh f join fresh w on w.n = 1 + f.n % $2`
