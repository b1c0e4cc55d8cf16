import { Type } from 'typebox'
import { userIdIn } from './bet.ts'
import { Challenge } from './challenge.ts'
import { FundedAccount } from './funded-account.ts'
import { LimitsNow } from './limits-now.ts'
import { programType } from './program-type.ts'
import { Ruleset } from './ruleset.ts'
import {
  amount,
  correlationId,
  flag,
  instantIn,
  moment,
  nextCursor,
  nullable,
  nullableInstantIn,
  orAnything,
  text,
  uuid,
  uuidIn,
} from './scalars.ts'

export const PurchaseRequest = Type.Object(
  {
    userId: userIdIn,
    challengeTierId: uuidIn('The tier to buy'),
    timestamp: Type.Optional(
      instantIn('When the challenge starts; now where it is not given, and never later than now'),
    ),
  },
  { title: 'PurchaseRequest' },
)

export const Purchase = Type.Object({ challenge: Challenge, correlationId }, { title: 'Purchase' })

export const ChallengeAnswer = Type.Object({ challenge: Challenge, correlationId }, { title: 'ChallengeAnswer' })

export const History = Type.Object(
  {
    challenges: Type.Array(Challenge, { description: 'Past challenges, newest first' }),
    fundedAccounts: Type.Array(FundedAccount, { description: 'Past funded accounts, newest first' }),
    nextCursor,
    correlationId,
  },
  { title: 'History' },
)

export const UserRuleset = Type.Object(
  {
    programType: programType('What runs'),
    programId: uuid('The running program'),
    ruleset: Ruleset,
    limitsNow: LimitsNow,
    correlationId,
  },
  { title: 'UserRuleset' },
)

export const Continued = Type.Object(
  { fundedAccountId: uuid('The funded account that opened'), message: text('For people'), correlationId },
  { title: 'Continued' },
)

export const StakeRefunded = Type.Object(
  {
    ownStake: amount('What the operator pays back'),
    bonusAmount: amount('The bonus, which is void'),
    message: text('For people'),
    correlationId,
  },
  { title: 'StakeRefunded' },
)

export const Cancelled = Type.Object(
  { cancelled: Type.Literal(true), message: text('For people'), correlationId },
  { title: 'Cancelled' },
)

/** Anything is let through here, so that what is no confirmation gets a code of its own. */
export const Confirmation = orAnything(
  Type.Object(
    { confirm: Type.Literal(true, { description: 'Anything else is answered with confirmation_required' }) },
    { title: 'Confirmation' },
  ),
)

export const SelfExclusionRequest = Type.Object(
  {
    excluded: Type.Boolean({ description: 'Whether the player may not buy' }),
    until: Type.Optional(nullableInstantIn('When it ends; null or nothing is without end')),
  },
  { title: 'SelfExclusionRequest' },
)

export const SelfExclusion = Type.Object(
  {
    userId: text("The operator's id of the player"),
    excluded: flag('Whether the player may not buy'),
    until: nullable(moment('When it ends; null is without end')),
    correlationId,
  },
  { title: 'SelfExclusion' },
)
