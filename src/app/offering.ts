import type { Pool } from 'pg'
import type { Offer } from '../core/commands.ts'
import type { RulesetId, TenantId, TierId } from '../core/ids.ts'
import type { Ruleset, Terms, Tier } from '../core/terms.ts'
import type { Page, PageRequest } from '../store/page.ts'
import type { Tenant } from '../store/tenants.ts'
import { Catalog, type Edit } from './catalog.ts'
import type { Clock } from './clock.ts'
import { type KeptVersion, versionsOfRuleset, versionsOfTier } from './versions.ts'

/** Tiers and rulesets: what is on sale, and by which rules. */
export interface Offering {
  /** The offer behind a tier id, with the terms that a purchase would pin. Rules 5.1, 9.2 */
  offerOf(tenant: Tenant, tierId: TierId): Promise<Offer>
  /** Latest versions. `terms` joins each tier with its two rulesets. */
  tiers(tenant: Tenant): Promise<readonly Terms[]>
  saveTier(tenantId: TenantId, tier: Omit<Tier, 'version' | 'createdAt'>): Promise<Tier>
  /** Null: there is no such tier. */
  changeTier(tenantId: TenantId, id: TierId, edit: Edit<Tier>): Promise<Tier | null>
  rulesets(tenantId: TenantId): Promise<readonly Ruleset[]>
  saveRuleset(tenantId: TenantId, ruleset: Omit<Ruleset, 'version' | 'createdAt'>): Promise<Ruleset>
  /** Null: there is no such ruleset. */
  changeRuleset(tenantId: TenantId, id: RulesetId, edit: Edit<Ruleset>): Promise<Ruleset | null>
  /** Every version of a tier, the newest first; null: there is no such tier. */
  tierVersions(tenantId: TenantId, id: TierId, page: PageRequest): Promise<Page<KeptVersion<Tier>> | null>
  /** The same of a ruleset. */
  rulesetVersions(tenantId: TenantId, id: RulesetId, page: PageRequest): Promise<Page<KeptVersion<Ruleset>> | null>
}

export function offering(pool: Pool, clock: Clock): Offering {
  const catalog = new Catalog(pool, clock)
  return {
    offerOf: ({ id, currency }, tierId) => catalog.offerOf(id, currency, tierId),
    tiers: ({ id, currency }) => catalog.tiers(id, currency),
    saveTier: (tenantId, tier) => catalog.saveTier(tenantId, tier),
    changeTier: (tenantId, id, edit) => catalog.changeTier(tenantId, id, edit),
    rulesets: (tenantId) => catalog.rulesets(tenantId),
    saveRuleset: (tenantId, ruleset) => catalog.saveRuleset(tenantId, ruleset),
    changeRuleset: (tenantId, id, edit) => catalog.changeRuleset(tenantId, id, edit),
    tierVersions: (tenantId, id, page) => versionsOfTier(pool, tenantId, id, page),
    rulesetVersions: (tenantId, id, page) => versionsOfRuleset(pool, tenantId, id, page),
  }
}
