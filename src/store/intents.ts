import type { PlayerId, TenantId, UserId, Uuid } from '../core/ids.ts'
import type { Instant } from '../core/instant.ts'
import { countOf, isoOf, type Queryable, statement } from './statement.ts'
import { tenantTime } from './tenants.ts'

/** SQL: a flag for an action of an intent in this table or part, with the player where there is one. */
const flagOf = (intent: string, { id, description, at }: { id: string; description: string; at: string }): string =>
  `insert into flags (tenant_id, flag_id, player_id, type, description, source, flagged_by, flagged_at)
   select i.tenant_id, ${id}, p.player_id, 'approved_action_failed', ${description}, 'system', 'system',
          ${tenantTime(at)}
     from ${intent} i join tenants t using (tenant_id) left join players p using (tenant_id, user_id)`

// Who takes over from an approved action that nobody has heard of again says so, as who sweeps it up would. The flag is
// counted so that it is made before the row changes.
const CLAIM = statement(
  'intent-claim',
  `with cut_off as (
     select * from intents
      where tenant_id = $1 and user_id = $2 and expires_at <= $5 and approved is not null
        for update
   ), flagged as (
     ${flagOf('cut_off', { id: '$6', description: 'i.approved', at: '$5' })}
     returning 1
   )
   insert into intents as i (tenant_id, user_id, intent_id, expires_at)
   select $1, $2, $3, $4 from (select count(*) from flagged) counted
       on conflict (tenant_id, user_id) do update
      set intent_id = excluded.intent_id, expires_at = excluded.expires_at, approved = null
    where i.expires_at <= $5`,
)

// A flag names a user by their row in `players`. Whoever was never seen gets it here, and not with the purchase: where that
// fails or is cut off, nobody would know whose money may have moved.
const NOTE_APPROVED = statement(
  'intent-note-approved',
  `with noted as (
     update intents set approved = $4 where tenant_id = $1 and user_id = $2 and intent_id = $3
   )
   insert into players (tenant_id, player_id, user_id, state) values ($1, $5, $2, '{"program": null}')
       on conflict (tenant_id, user_id) do nothing`,
)

const SWEEP = statement(
  'intents-sweep',
  `with cut_off as (
     delete from intents
      where ctid in (select ctid from intents where expires_at <= $1 and approved is not null limit cardinality($2::uuid[])
                        for update skip locked)
     returning *
   ), numbered as (
     select cut_off.*, row_number() over () as number from cut_off
   )
   ${flagOf('numbered', { id: '($2::uuid[])[i.number]', description: 'i.approved', at: '$1' })}`,
)

const RELEASE = statement(
  'intent-release',
  'delete from intents where tenant_id = $1 and user_id = $2 and intent_id = $3',
)

const FLAG = statement(
  'flag-approved-action',
  flagOf('(select $1::uuid as tenant_id, $3::text as user_id)', { id: '$2', description: '$4', at: '$5' }),
)

/** An action of a user that waits for its approval. */
export interface Intent {
  readonly tenantId: TenantId
  readonly userId: UserId
  readonly intentId: Uuid
}

/**
 * False while another action of the user waits. Takes over where one has waited for too long; had it been approved, what
 * was to be said of that becomes a flag.
 */
export async function claimIntent(
  db: Queryable,
  { tenantId, userId, intentId }: Intent,
  flagId: Uuid,
  { now, expiresAt }: { readonly now: Instant; readonly expiresAt: Instant },
): Promise<boolean> {
  const values = [tenantId, userId, intentId, isoOf(expiresAt), isoOf(now), flagId]
  return (await countOf(db, CLAIM, values)) === 1
}

/** From here on a flag says so if the intent is not released in time; `playerId` is for a user who was never seen. */
export const noteApproved = (
  db: Queryable,
  { tenantId, userId, intentId }: Intent,
  ifCutOff: string,
  playerId: PlayerId,
) => countOf(db, NOTE_APPROVED, [tenantId, userId, intentId, ifCutOff, playerId])

/** Ends what was approved and not heard of again, at most as many as there are ids, with a flag for each. */
export const sweepIntents = (db: Queryable, now: Instant, flagIds: readonly Uuid[]) =>
  countOf(db, SWEEP, [isoOf(now), flagIds])

export const releaseIntent = (db: Queryable, { tenantId, userId, intentId }: Intent) =>
  countOf(db, RELEASE, [tenantId, userId, intentId])

/** The operator approved, and may have moved money, but the action came to something else: a person has to look. */
export const flagApprovedAction = (db: Queryable, intent: Intent, flagId: Uuid, description: string, at: Instant) =>
  countOf(db, FLAG, [intent.tenantId, flagId, intent.userId, description, isoOf(at)])
