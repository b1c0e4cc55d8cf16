import type { RulesetId, TenantId, TierId } from '../core/ids.ts'
import type { Ruleset, Tier } from '../core/terms.ts'
import { countOf, type Queryable, rowsOf, statement } from './statement.ts'

const RULESETS = statement(
  'rulesets-latest',
  `select distinct on (ruleset_id) ruleset from rulesets
    where tenant_id = $1 and ($2::uuid[] is null or ruleset_id = any($2))
    order by ruleset_id, version desc`,
)

const TIERS = statement(
  'tiers-latest',
  `select tier from (
     select distinct on (tier_id) tier_id, tier from tiers
      where tenant_id = $1 and ($2::uuid is null or tier_id = $2)
      order by tier_id, version desc) as latest
    order by (tier ->> 'ownStake')::bigint, tier_id`,
)

const INSERT_RULESET = statement(
  'ruleset-insert',
  `insert into rulesets (tenant_id, ruleset_id, version, ruleset) values ($1, $2, $3, $4::jsonb)
   on conflict do nothing`,
)

const INSERT_TIER = statement(
  'tier-insert',
  `insert into tiers (tenant_id, tier_id, version, tier) values ($1, $2, $3, $4::jsonb)
   on conflict do nothing`,
)

/** The latest version of each ruleset, or of the named ones. */
export async function latestRulesets(db: Queryable, tenantId: TenantId, ids: readonly RulesetId[] | null = null) {
  const rows = await rowsOf<{ ruleset: Ruleset }>(db, RULESETS, [tenantId, ids])
  return rows.map(({ ruleset }) => ruleset)
}

/** The latest version of each tier, the smallest stake first, or of the named one. */
export async function latestTiers(db: Queryable, tenantId: TenantId, id: TierId | null = null) {
  const rows = await rowsOf<{ tier: Tier }>(db, TIERS, [tenantId, id])
  return rows.map(({ tier }) => tier)
}

/** A version is written once: of two edits at the same time the later one is told false and comes again. */
export const insertRuleset = async (db: Queryable, tenantId: TenantId, ruleset: Ruleset): Promise<boolean> =>
  (await countOf(db, INSERT_RULESET, [tenantId, ruleset.id, ruleset.version, JSON.stringify(ruleset)])) === 1

export const insertTier = async (db: Queryable, tenantId: TenantId, tier: Tier): Promise<boolean> =>
  (await countOf(db, INSERT_TIER, [tenantId, tier.id, tier.version, JSON.stringify(tier)])) === 1
