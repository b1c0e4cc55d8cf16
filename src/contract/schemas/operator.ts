import { type Static, Type } from 'typebox'
import { flagSources, flagStatuses, flagTypes } from '../../core/flag.ts'
import { Ruleset } from './ruleset.ts'
import {
  correlationId,
  knownText,
  moment,
  nextCursor,
  nullable,
  oneOf,
  remarkIn,
  text,
  uuid,
  uuidIn,
} from './scalars.ts'
import { Tier, TierOffer } from './tier.ts'

export const RulesetAnswer = Type.Object({ ruleset: Ruleset, correlationId }, { title: 'RulesetAnswer' })
export const RulesetList = Type.Object(
  { rulesets: Type.Array(Ruleset, { description: 'All of them, in their latest version' }), correlationId },
  { title: 'RulesetList' },
)
export const TierAnswer = Type.Object({ challengeTier: Tier, correlationId }, { title: 'TierAnswer' })
export const TierList = Type.Object(
  { challengeTiers: Type.Array(Tier, { description: 'All of them, in their latest version' }), correlationId },
  { title: 'TierList' },
)
export const TierOfferList = Type.Object(
  { challengeTiers: Type.Array(TierOffer, { description: 'Those on sale' }), correlationId },
  { title: 'TierOfferList' },
)

export const flagStatus = oneOf(flagStatuses, { description: 'Whether a person has dealt with it' })

/** Something that a person at the operator should look at. */
export const Flag = Type.Object(
  {
    id: uuid('The flag'),
    userId: nullable(text("The operator's id of the player")),
    betEventId: nullable(uuid('The bet event that it is about')),
    externalBetId: nullable(text("The operator's id of the bet")),
    type: knownText(flagTypes, 'The kind of discrepancy'),
    description: text('The discrepancy in a sentence'),
    status: flagStatus,
    source: oneOf(flagSources, { description: 'Who found it' }),
    flaggedBy: text('Who opened it'),
    flaggedAt: moment('When it was opened'),
    resolvedBy: nullable(text('Who dealt with it')),
    resolvedAt: nullable(moment('When it was dealt with')),
    resolutionNote: nullable(text('How it was dealt with')),
  },
  { title: 'Flag' },
)
export type Flag = Static<typeof Flag>

export const FlagAnswer = Type.Object({ flag: Flag, correlationId }, { title: 'FlagAnswer' })

/** What a person at the operator has to say about a bet event. */
export const NewFlag = Type.Object(
  {
    betEventId: uuidIn('The bet event that it is about'),
    description: remarkIn('What is wrong with it', 'The feed settled the wrong leg'),
  },
  { title: 'NewFlag' },
)

export const FlagNote = Type.Object(
  { note: remarkIn('How it was dealt with', 'Corrected after a call with the provider') },
  { title: 'FlagNote' },
)

export const FlagList = Type.Object(
  { flags: Type.Array(Flag, { description: 'Newest first' }), nextCursor, correlationId },
  { title: 'FlagList' },
)

const components = Type.Object(
  {
    database: Type.String({ description: 'ok with its latency, or unavailable', examples: ['ok (1 ms)'] }),
    queue: Type.String({ description: 'ok with its depth, or full', examples: ['ok (0 waiting)'] }),
  },
  { description: 'The parts, each with ok and how long it took' },
)

export const Health = Type.Object({ status: Type.Literal('ok'), components, correlationId }, { title: 'Health' })

/** An error body that says what is wrong. */
export const Unhealthy = Type.Object(
  {
    error: oneOf(['service_unavailable', 'maintenance_mode'], { description: 'What is wrong, for programs' }),
    message: text('For people'),
    status: oneOf(['unavailable', 'maintenance'], {
      description: 'Whether something is broken, or the installation is being maintained: then reads work',
    }),
    components,
    correlationId,
  },
  { title: 'Unhealthy' },
)
