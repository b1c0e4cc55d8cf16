import type { RulesetId, TenantId, TierId } from '../core/ids.ts'
import type { Phase, Ruleset, Tier } from '../core/terms.ts'
import type { PageRequest } from './page.ts'
import { type Queryable, rowsOf, statement } from './statement.ts'

const TIERS = statement(
  'tier-versions',
  `select tier from tiers
    where tenant_id = $1 and tier_id = $2 and ($3::int is null or version < $3)
    order by version desc limit $4`,
)

const RULESETS = statement(
  'ruleset-versions',
  `select ruleset from rulesets
    where tenant_id = $1 and ruleset_id = $2 and ($3::int is null or version < $3)
    order by version desc limit $4`,
)

// Programs are counted by their terms first, of which there are few: taking those apart once each is cheap.
const RUNNING = statement(
  'versions-running',
  `select (t.terms -> n.part ->> 'version')::int as version, n.kind, sum(n.count)::int as count
     from (select g.kind, g.state ->> 'terms' as terms_hash, count(*) as count,
                  case when $3 = 'tier' then 'tier' else g.kind end as part
             from programs g join players p using (tenant_id, player_id)
            where g.tenant_id = $1 and g.kind in ('challenge', 'funded')
              and g.status in ('active', 'passed_pending_choice') and p.user_id is not null
            group by 1, 2) n
     join terms t on t.tenant_id = $1 and t.terms_hash = n.terms_hash
    where t.terms -> n.part ->> 'id' = $2::uuid::text
    group by 1, 2`,
)

/** The versions of a tier, the newest first. One more than the limit: what the last one changed, and whether more come. */
export const tierVersions = async (db: Queryable, tenantId: TenantId, id: TierId, { limit, cursor }: PageRequest) =>
  (await rowsOf<{ tier: Tier }>(db, TIERS, [tenantId, id, cursor, limit + 1])).map(({ tier }) => tier)

/** The same of a ruleset. */
export const rulesetVersions = async (
  db: Queryable,
  tenantId: TenantId,
  id: RulesetId,
  { limit, cursor }: PageRequest,
) => (await rowsOf<{ ruleset: Ruleset }>(db, RULESETS, [tenantId, id, cursor, limit + 1])).map(({ ruleset }) => ruleset)

export interface RunningCount {
  readonly version: number
  readonly kind: Phase
  readonly count: number
}

/** How many programs run on each version of a tier, or on each of a ruleset in the phase that it judges. */
export const runningOnVersions = (db: Queryable, tenantId: TenantId, of: 'tier' | 'ruleset', id: TierId | RulesetId) =>
  rowsOf<RunningCount>(db, RUNNING, [tenantId, id, of])
