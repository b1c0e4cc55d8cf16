import type { Ruleset, Tier } from '../../core/terms.ts'
import type * as wire from '../schemas/versions.ts'
import { renderRuleset } from './ruleset.ts'
import { renderTier } from './tier.ts'

interface ShownVersion<Version> {
  readonly version: Version
  /** Null: it is the first one. */
  readonly before: Version | null
  readonly running: wire.TierVersion['running']
}

export const renderTierVersion = ({ version, before, running }: ShownVersion<Tier>): wire.TierVersion => {
  const challengeTier = renderTier(version)
  return { challengeTier, changes: before ? changesOf(renderTier(before), challengeTier) : [], running }
}

export const renderRulesetVersion = ({ version, before, running }: ShownVersion<Ruleset>): wire.RulesetVersion => {
  const ruleset = renderRuleset(version)
  return { ruleset, changes: before ? changesOf(renderRuleset(before), ruleset) : [], running }
}

/** Every version has a number and a moment of its own: they are no change. */
const own = new Set(['version', 'createdAt'])

/** The fields in which two versions differ. They are flat. */
function changesOf<Version extends object>(before: Version, after: Version): wire.VersionChange[] {
  const names = Object.keys(after) as (keyof Version & string)[]
  return names
    .filter((name) => !own.has(name) && before[name] !== after[name])
    .map((field) => ({ field, before: before[field] as Value, after: after[field] as Value }))
}
type Value = wire.VersionChange['before']
