import type { TenantId, UserId, Uuid } from '../core/ids.ts'
import type { Instant } from '../core/instant.ts'
import { tenantTimeOf } from './flags.ts'
import { countOf, isoOf, type Queryable, statement } from './statement.ts'

const CLAIM = statement(
  'intent-claim',
  `insert into intents as i (tenant_id, user_id, intent_id, expires_at) values ($1, $2, $3, $4)
       on conflict (tenant_id, user_id) do update set intent_id = excluded.intent_id, expires_at = excluded.expires_at
    where i.expires_at <= $5`,
)

const RELEASE = statement(
  'intent-release',
  'delete from intents where tenant_id = $1 and user_id = $2 and intent_id = $3',
)

const FLAG = statement(
  'flag-approved-action',
  `insert into flags (tenant_id, flag_id, player_id, type, description, source, flagged_by, flagged_at)
   select $1, $2, (select player_id from players where tenant_id = $1 and user_id = $3), 'approved_action_failed', $4,
          'system', 'system', ${tenantTimeOf('$5')}`,
)

/** An action of a user that waits for its approval. */
export interface Intent {
  readonly tenantId: TenantId
  readonly userId: UserId
  readonly intentId: Uuid
}

/** False while another action of the user waits. */
export async function claimIntent(db: Queryable, intent: Intent, now: Instant, expiresAt: Instant): Promise<boolean> {
  const { tenantId, userId, intentId } = intent
  return (await countOf(db, CLAIM, [tenantId, userId, intentId, isoOf(expiresAt), isoOf(now)])) === 1
}

export const releaseIntent = (db: Queryable, { tenantId, userId, intentId }: Intent) =>
  countOf(db, RELEASE, [tenantId, userId, intentId])

/** The operator approved, and may have moved money, but the action came to something else: a person has to look. */
export const flagApprovedAction = (db: Queryable, intent: Intent, flagId: Uuid, description: string, at: Instant) =>
  countOf(db, FLAG, [intent.tenantId, flagId, intent.userId, description, isoOf(at)])
