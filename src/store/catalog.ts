import type { RulesetId, TenantId, TierId } from '../core/ids.ts'
import type { Ruleset, Tier } from '../core/terms.ts'
import { type Queryable, rowsOf, statement } from './statement.ts'

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
  'insert into rulesets (tenant_id, ruleset_id, version, ruleset) values ($1, $2, $3, $4::jsonb)',
)

const INSERT_TIER = statement(
  'tier-insert',
  'insert into tiers (tenant_id, tier_id, version, tier) values ($1, $2, $3, $4::jsonb)',
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

/** A version is written once: two edits at the same time cannot both become the same one. */
export const insertRuleset = (db: Queryable, tenantId: TenantId, ruleset: Ruleset) =>
  rowsOf(db, INSERT_RULESET, [tenantId, ruleset.id, ruleset.version, JSON.stringify(ruleset)])

export const insertTier = (db: Queryable, tenantId: TenantId, tier: Tier) =>
  rowsOf(db, INSERT_TIER, [tenantId, tier.id, tier.version, JSON.stringify(tier)])
