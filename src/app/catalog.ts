import { hash } from 'node:crypto'
import type { Pool } from 'pg'
import type { Offer } from '../core/commands.ts'
import type { RulesetId, TenantId, TermsHash, TierId } from '../core/ids.ts'
import { invariant } from '../core/invariant.ts'
import type { Ruleset, Terms, Tier } from '../core/terms.ts'
import type { Trace } from '../store/audit.ts'
import { insertRuleset, insertTier, latestRulesets, latestTiers } from '../store/catalog.ts'
import { withTransaction } from '../store/database.ts'
import type { Queryable } from '../store/statement.ts'
import { difference, recordAct } from './audit/record-act.ts'
import { canonicalJson } from './canonical-json.ts'
import type { Clock } from './clock.ts'

type UnsavedRuleset = Omit<Ruleset, 'version' | 'createdAt'>
type UnsavedTier = Omit<Tier, 'version' | 'createdAt'>
/** Makes the content of the next version out of the last one. */
export type Edit<Version> = (before: Version) => Omit<Version, 'version' | 'createdAt'>

/** Rulesets and tiers as they are now; every edit is a new version. Rules 9.3 */
export class Catalog {
  readonly #db: Pool
  readonly #clock: Clock

  constructor(db: Pool, clock: Clock) {
    this.#db = db
    this.#clock = clock
  }

  rulesets = (tenantId: TenantId): Promise<readonly Ruleset[]> => latestRulesets(this.#db, tenantId)

  /** All tiers with the rulesets that they name; the enabled ones are on sale. */
  async tiers(tenantId: TenantId, currency: string): Promise<readonly Terms[]> {
    // In this order: what a tier names was there before it.
    const tiers = await latestTiers(this.#db, tenantId)
    const rulesets = await latestRulesets(this.#db, tenantId)
    return tiers.map((tier) => termsOf(currency, tier, rulesets))
  }

  /** What a purchase of the tier would pin now. Rules 5.1, 9.2 */
  async offerOf(tenantId: TenantId, currency: string, tierId: TierId): Promise<Offer> {
    const [tier] = await latestTiers(this.#db, tenantId, tierId)
    if (tier === undefined) return { kind: 'missing' }
    if (!tier.enabled) return { kind: 'disabled' }
    const rulesets = await latestRulesets(this.#db, tenantId, [tier.challengeRulesetId, tier.fundedRulesetId])
    return { kind: 'open', terms: termsOf(currency, tier, rulesets) }
  }

  async saveRuleset(tenantId: TenantId, content: UnsavedRuleset): Promise<Ruleset> {
    const [before] = await latestRulesets(this.#db, tenantId, [content.id])
    const ruleset = { ...content, ...this.#versionAfter(before) }
    return (await this.#keep('ruleset', tenantId, before, ruleset, insertRuleset))
      ? ruleset
      : this.saveRuleset(tenantId, content)
  }

  /** Where somebody else was quicker, the edit is made again on top of theirs. Null: no such ruleset. */
  async changeRuleset(tenantId: TenantId, id: RulesetId, edit: Edit<Ruleset>): Promise<Ruleset | null> {
    const [before] = await latestRulesets(this.#db, tenantId, [id])
    if (before === undefined) return null
    const ruleset = { ...edit(before), ...this.#versionAfter(before) }
    return (await this.#keep('ruleset', tenantId, before, ruleset, insertRuleset))
      ? ruleset
      : this.changeRuleset(tenantId, id, edit)
  }

  async saveTier(tenantId: TenantId, content: UnsavedTier): Promise<Tier> {
    const [before] = await latestTiers(this.#db, tenantId, content.id)
    const tier = { ...content, ...this.#versionAfter(before) }
    return (await this.#keep('challenge_tier', tenantId, before, tier, insertTier))
      ? tier
      : this.saveTier(tenantId, content)
  }

  /** Like `changeRuleset`. */
  async changeTier(tenantId: TenantId, id: TierId, edit: Edit<Tier>): Promise<Tier | null> {
    const [before] = await latestTiers(this.#db, tenantId, id)
    if (before === undefined) return null
    const tier = { ...edit(before), ...this.#versionAfter(before) }
    return (await this.#keep('challenge_tier', tenantId, before, tier, insertTier))
      ? tier
      : this.changeTier(tenantId, id, edit)
  }

  /** False where somebody else was quicker with this version. */
  #keep<Version extends Ruleset | Tier>(
    kind: string,
    tenantId: TenantId,
    before: Version | undefined,
    version: Version,
    insert: (db: Queryable, tenantId: TenantId, version: Version) => Promise<boolean>,
  ): Promise<boolean> {
    return withTransaction(this.#db, async (db) => {
      if (!(await insert(db, tenantId, version))) return false
      const changed = before ? difference<object>(before, version) : { after: { ...version } as Trace }
      const action = `${kind}.${before ? 'changed' : 'created'}`
      await recordAct(db, this.#clock, { tenantId, action, target: `${kind}:${version.id}`, ...changed })
      return true
    })
  }

  #versionAfter(before: { readonly version: number } | undefined) {
    return { version: (before?.version ?? 0) + 1, createdAt: this.#clock.now() }
  }
}

function termsOf(currency: string, tier: Tier, rulesets: readonly Ruleset[]): Terms {
  const challenge = rulesets.find(({ id }) => id === tier.challengeRulesetId)
  const funded = rulesets.find(({ id }) => id === tier.fundedRulesetId)
  invariant(challenge && funded, 'a tier names rulesets that exist')
  const content = { currency, tier, challenge, funded }
  return { hash: termsHashOf(content), ...content }
}

/** SHA-256 over the canonical JSON, so that equal content has one hash. Rules 9.2 */
const termsHashOf = (content: object): TermsHash => hash('sha256', canonicalJson(content)) as TermsHash
