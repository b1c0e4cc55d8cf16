import { type Static, type TSchema, Type } from 'typebox'
import { Ruleset } from './ruleset.ts'
import { correlationId, count, nextCursor, text } from './scalars.ts'
import { Tier } from './tier.ts'

const value = (description: string) =>
  Type.Unsafe<string | number | boolean | null>({
    type: ['string', 'number', 'boolean', 'null'],
    description,
  } as TSchema)

const changes = Type.Array(
  Type.Object({
    field: text('What was changed, as the version calls it'),
    before: value('What it was in the version before'),
    after: value('What it is in this one'),
  }),
  { description: 'How it differs from the version before; empty for the first one' },
)
export type VersionChange = Static<typeof changes>[number]

const running = Type.Object(
  {
    challenges: count('Challenges that run on this version, those that await a choice among them'),
    fundedAccounts: count('Funded accounts that run on it'),
  },
  { description: 'What keeps it now, whatever was edited since' },
)

export const TierVersion = Type.Object({ challengeTier: Tier, changes, running }, { title: 'TierVersion' })
export type TierVersion = Static<typeof TierVersion>
export const TierVersionList = Type.Object(
  { versions: Type.Array(TierVersion, { description: 'Newest first' }), nextCursor, correlationId },
  { title: 'TierVersionList' },
)

export const RulesetVersion = Type.Object({ ruleset: Ruleset, changes, running }, { title: 'RulesetVersion' })
export type RulesetVersion = Static<typeof RulesetVersion>
export const RulesetVersionList = Type.Object(
  { versions: Type.Array(RulesetVersion, { description: 'Newest first' }), nextCursor, correlationId },
  { title: 'RulesetVersionList' },
)
