import type { PlayerId, TenantId, UserId } from '../core/ids.ts'
import type { StoredPlayer } from './player-state.ts'
import { countOf, lookThrough, type Queryable, rowsOf, statement } from './statement.ts'

/** The player behind a user id, held until the transaction ends: no command of theirs can come in between. */
export interface HeldPlayer {
  readonly player_id: PlayerId
  readonly seq: number
  readonly state: StoredPlayer
}

const HOLD = statement(
  'generation-hold',
  'select player_id, seq, state from players where tenant_id = $1 and user_id = $2 for update',
)

const COUNT = statement(
  'generation-count',
  `select (select count(*) from programs where tenant_id = $1 and player_id = $2 and kind = 'challenge') as challenges,
          (select count(*) from programs where tenant_id = $1 and player_id = $2 and kind = 'funded') as funded_accounts,
          (select count(*) from events
            where tenant_id = $1 and player_id = $2 and external_bet_id is not null) as bet_events`,
)

const PART = statement(
  'generation-part',
  'update players set user_id = null, wake_at = null where tenant_id = $1 and player_id = $2',
)

const BEGIN = statement(
  'generation-begin',
  `insert into players (tenant_id, player_id, user_id, seq, seq_base, state)
   values ($1, $2, $3, $4, $4, '{"selfExclusion": {"excluded": false, "until": null}, "program": null}')`,
)

// In the order in which a batch locks bets. A bet has no index by its player; its events have one.
const FREE_BETS = lookThrough(
  'generation-free-bets',
  `with held as (
     select external_bet_id from bets
      where tenant_id = $1 and player_id = $2
        and external_bet_id in (select external_bet_id from events
              where tenant_id = $1 and player_id = $2 and external_bet_id is not null)
      order by external_bet_id collate "C"
        for update),
   freed as (
     delete from bets b using held h where b.tenant_id = $1 and b.external_bet_id = h.external_bet_id
     returning b.player_id, b.external_bet_id, b.standing, b.state)
   insert into past_bets (tenant_id, player_id, external_bet_id, standing, state)
   select $1, player_id, external_bet_id, standing, state from freed`,
)

const CALL_OFF = statement(
  'generation-call-off-deliveries',
  `delete from deliveries where tenant_id = $1 and player_id = $2 and status = 'pending'`,
)

const FORGET_ANSWERS = statement(
  'generation-forget-answers',
  `delete from idempotency_keys
    where tenant_id = $1 and status is not null and ($4 or split_part(scope, '/', 3) <> 'sandbox')
      and (position($2 in body) > 0
        or (split_part(scope, '/', 3) = 'users' and split_part(scope, '/', 4) = any($3))
        or (split_part(scope, '/', 3) in ('admin', 'sandbox') and split_part(scope, '/', 5) = any($3)))`,
)

// What a bet was answered names no user, but its event, which is theirs. Events are looked up by their ids: joined freely,
// all of the player's would be read for each answer as long as there are no statistics.
const FORGET_BETS = lookThrough(
  'generation-forget-bet-answers',
  `delete from idempotency_keys k
    using (select distinct h.scope, h.key
             from idempotency_keys h
            cross join lateral regexp_matches(h.body, '"betEventId":"([0-9a-f-]{36})"', 'g') as told (ids)
            cross join lateral (
                  select player_id from events where tenant_id = $1 and event_id = told.ids[1]::uuid offset 0) e
            where h.tenant_id = $1 and h.status is not null and split_part(h.scope, '/', 3) = 'bets'
              and e.player_id = $2) of_player
    where k.tenant_id = $1 and k.scope = of_player.scope and k.key = of_player.key`,
)

/** Null where the user was never seen. */
export async function holdPlayer(db: Queryable, tenantId: TenantId, userId: UserId): Promise<HeldPlayer | null> {
  const [row] = await rowsOf<HeldPlayer>(db, HOLD, [tenantId, userId])
  return row ?? null
}

/** How much there is of a player. */
export async function countLife(db: Queryable, tenantId: TenantId, id: PlayerId) {
  const [row] = await rowsOf<{ challenges: number; funded_accounts: number; bet_events: number }>(db, COUNT, [
    tenantId,
    id,
  ])
  return row ?? { challenges: 0, funded_accounts: 0, bet_events: 0 }
}

/** Takes the user id off a player: nobody finds their rows by it any more, and nothing wakes them. */
export const partFromUser = (db: Queryable, tenantId: TenantId, id: PlayerId) => countOf(db, PART, [tenantId, id])

/** A fresh player for a user, whose events are numbered on from `seq`. */
export const beginPlayer = (db: Queryable, tenantId: TenantId, id: PlayerId, userId: UserId, seq: number) =>
  countOf(db, BEGIN, [tenantId, id, userId, seq])

/** Makes the operator's bet ids of a player free to be used again. */
export const freeBets = (db: Queryable, tenantId: TenantId, id: PlayerId) => countOf(db, FREE_BETS, [tenantId, id])

/** Tells the operator nothing more of a player. */
export const callOffDeliveries = (db: Queryable, tenantId: TenantId, id: PlayerId) =>
  countOf(db, CALL_OFF, [tenantId, id])

/**
 * Forgets what is kept for idempotency keys and names a user, in the path or in the answer; what the sandbox answered
 * only if asked to, for a reset that is repeated shall not happen again.
 */
export const forgetAnswersOf = (db: Queryable, tenantId: TenantId, userId: UserId, sandboxToo: boolean) =>
  countOf(db, FORGET_ANSWERS, [
    tenantId,
    `"userId":${JSON.stringify(userId)}`,
    [userId, encodeURIComponent(userId)],
    sandboxToo,
  ])

/** Forgets what is kept for idempotency keys of the bets of a player. */
export const forgetBetAnswersOf = (db: Queryable, tenantId: TenantId, id: PlayerId) =>
  countOf(db, FORGET_BETS, [tenantId, id])
