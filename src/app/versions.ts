import type { RulesetId, TenantId, TierId } from '../core/ids.ts'
import type { Ruleset, Tier } from '../core/terms.ts'
import type { Page, PageRequest } from '../store/page.ts'
import type { Queryable } from '../store/statement.ts'
import { type RunningCount, rulesetVersions, runningOnVersions, tierVersions } from '../store/versions.ts'

/** One version of a tier or a ruleset, with the one before it and with what runs on it. Rules 9.3 */
export interface KeptVersion<Version> {
  readonly version: Version
  /** Null: it is the first one. */
  readonly before: Version | null
  readonly running: { readonly challenges: number; readonly fundedAccounts: number }
}

/** The versions of a tier, the newest first; null where there is no such tier. */
export const versionsOfTier = async (
  db: Queryable,
  tenantId: TenantId,
  id: TierId,
  page: PageRequest,
): Promise<Page<KeptVersion<Tier>> | null> =>
  pageOfVersions(await tierVersions(db, tenantId, id, page), page, () => runningOnVersions(db, tenantId, 'tier', id))

/** The same of a ruleset. */
export const versionsOfRuleset = async (
  db: Queryable,
  tenantId: TenantId,
  id: RulesetId,
  page: PageRequest,
): Promise<Page<KeptVersion<Ruleset>> | null> =>
  pageOfVersions(await rulesetVersions(db, tenantId, id, page), page, () =>
    runningOnVersions(db, tenantId, 'ruleset', id),
  )

/** `found` has one version more than the page where there is one: the last of the page is told apart from it. */
async function pageOfVersions<Version extends { readonly version: number }>(
  found: readonly Version[],
  { limit }: PageRequest,
  countRunning: () => Promise<readonly RunningCount[]>,
): Promise<Page<KeptVersion<Version>> | null> {
  if (found.length === 0) return null
  const counts = await countRunning()
  const runningOn = (version: number, kind: RunningCount['kind']): number =>
    counts.find((each) => each.version === version && each.kind === kind)?.count ?? 0
  const items = found.slice(0, limit).map((version, index) => ({
    version,
    before: found[index + 1] ?? null,
    running: {
      challenges: runningOn(version.version, 'challenge'),
      fundedAccounts: runningOn(version.version, 'funded'),
    },
  }))
  const last = found.length > limit ? items.at(-1) : undefined
  return { items, nextCursor: last === undefined ? null : String(last.version.version) }
}
