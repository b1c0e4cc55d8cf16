import { type Static, type TSchema, Type } from 'typebox'
import { type BetStatus, betResults, betStatuses, flagReasons } from '../../core/bet/bet.ts'
import { type CheckUnit, rejectionCodes } from '../../core/bet/rules/rule.ts'
import { errorCodes } from '../errors.ts'
import {
  amountIn,
  correlationId,
  count,
  flag,
  instantIn,
  knownText,
  nullable,
  oddsIn,
  oneOf,
  opaqueId,
  orAnything,
  positiveAmountIn,
  text,
  typedAs,
  uuid,
} from './scalars.ts'

export const userIdIn = opaqueId("The operator's id of the player", 'user-1001')
export const externalBetIdIn = opaqueId(
  "The operator's id of the bet; with the status it is the key that tells duplicates",
  'bet-77301',
)

const Selection = Type.Object(
  {
    eventId: Type.Optional(Type.String({ maxLength: 200, description: "The operator's id of the match" })),
    marketId: Type.Optional(Type.String({ maxLength: 200, description: "The operator's id of the market" })),
    outcomeId: Type.Optional(Type.String({ maxLength: 200, description: "The operator's id of the outcome" })),
    odds: Type.Optional(Type.Number({ description: 'For information: the odds of the bet rule' })),
    sport: Type.Optional(Type.String({ maxLength: 200, description: 'Such as football' })),
    startsAt: Type.Optional(Type.String({ maxLength: 200, description: 'When the match starts' })),
  },
  { title: 'Selection' },
)

export const betStatus = oneOf(betStatuses, {
  description: 'What happened to the bet',
})

const stakeAmount = positiveAmountIn('The stake. Required on placed; elsewhere compared with the placement when sent')
const odds = oddsIn(
  'Decimal odds, to 4 decimals half up. Required on placed; elsewhere compared with the placement when sent',
)
const settlementAmount = amountIn('The whole return, stake included. Required on settled-won')

const fields = {
  userId: userIdIn,
  externalBetId: externalBetIdIn,
  stakeAmount: Type.Optional(stakeAmount),
  odds: Type.Optional(odds),
  betTypeIdentifier: Type.Optional(opaqueId('The kind of bet; single where it is not given', 'single')),
  settlementAmount: Type.Optional(settlementAmount),
  isCashOut: Type.Optional(Type.Boolean({ description: 'Whether it is a cash-out; a challenge rejects these' })),
  eventTimestamp: Type.Optional(
    instantIn(
      "When it happened; now where it is not given. By the tenant's clock at most 5 minutes ahead, and no longer ago than maxBackfillHours of the settings (168)",
    ),
  ),
  selections: Type.Optional(Type.Array(Selection, { maxItems: 1000, description: 'The legs of an accumulator' })),
  selectionsCount: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1000,
      description: 'The number of legs where selections is not given; 1 without both',
    }),
  ),
}

/** What a bet event has to say besides, by its status. */
export const askedBy = {
  placed: ['stakeAmount', 'odds'],
  'settled-won': ['settlementAmount'],
  'settled-lost': [],
  voided: [],
} as const satisfies { readonly [status in BetStatus]: readonly (keyof typeof fields)[] }

/** A bet event by its status, each with what that asks for. */
const StrictBet = Type.Union(
  [
    Type.Object({ ...fields, stakeAmount, odds, status: oneOf(['placed']) }, { title: 'PlacedBet' }),
    Type.Object({ ...fields, settlementAmount, status: oneOf(['settled-won']) }, { title: 'WonBet' }),
    Type.Object({ ...fields, status: oneOf(['settled-lost', 'voided']) }, { title: 'LostOrVoidedBet' }),
  ],
  { title: 'BetRequest' },
)

/** A bet event of the operator. One that lacks what its status asks for is let through here, to be told so by its status. */
export const BetRequest = typedAs(Type.Object({ ...fields, status: betStatus }, { title: 'BetRequest' }), StrictBet)
export type BetRequest = Static<typeof StrictBet>
/** As it comes. */
export type LooseBet = Static<typeof BetRequest>

const placed = Type.Optional(oneOf(['placed'], { description: 'Only placements can be asked about' }))

/** A placement to ask about. */
export const ValidateRequest = typedAs(
  Type.Object({ ...fields, status: placed }, { title: 'ValidateRequest' }),
  Type.Object({ ...fields, stakeAmount, odds, status: placed }, { title: 'ValidateRequest' }),
)
export type LooseQuestion = Static<typeof ValidateRequest>

/** In what the wire measures the numbers of a check. */
export const units = {
  cents: 'currency',
  odds: 'odds',
  count: 'count',
  instant: 'time',
} as const satisfies { readonly [unit in CheckUnit]: string }
export const checkUnit = oneOf(Object.values(units), { description: 'What actual and limit measure' })

/** A rule that the bet breaks, with the numbers that say so. */
const Breach = Type.Object(
  {
    code: oneOf(rejectionCodes, { description: 'The rule' }),
    unit: checkUnit,
    actual: Type.Unsafe<number | string>({ type: ['number', 'string'], description: 'What the bet has' }),
    limit: Type.Unsafe<number | string>({ type: ['number', 'string'], description: 'What the rule allows' }),
  },
  { title: 'Breach' },
)

export const ValidationResult = Type.Object(
  {
    status: oneOf(['accepted', 'rejected'], { description: 'Whether the bet may be taken' }),
    reasonCodes: Type.Array(oneOf(rejectionCodes), {
      description: 'Every rule that the bet breaks; empty when accepted',
    }),
    reasons: Type.Array(Breach, { description: 'The same with their numbers' }),
  },
  { title: 'ValidationResult' },
)
export type ValidationResult = Static<typeof ValidationResult>

export const flagReason = nullable(oneOf(flagReasons, { description: 'Why the event was flagged; null unless it was' }))
export const resultStatus = oneOf(betResults, { description: 'What was made of the event' })

/** What became of a bet event. */
export const BetResult = Type.Object(
  {
    betEventId: uuid('The stored event; that of the first one for a duplicate'),
    status: resultStatus,
    flagReason,
    duplicate: flag('Whether this externalBetId and status had taken effect before: this is the stored answer then'),
    validationResult: ValidationResult,
    correlationId,
  },
  { title: 'BetResult' },
)
export type BetResult = Static<typeof BetResult>

/** A bet event that was taken in, to be decided in the background. */
export const BetQueued = Type.Object(
  {
    betEventId: uuid('The id that the stored event will have; that of the first one for a known duplicate'),
    status: Type.Literal('queued'),
    correlationId,
  },
  { title: 'BetQueued' },
)
export type BetQueued = Static<typeof BetQueued>

export const ValidateResult = Type.Object(
  { validationResult: ValidationResult, correlationId },
  { title: 'ValidateResult' },
)

/** The most items of one batch. */
export const BATCH_MAX = 500

/** What the reference says of a batch that is too large. */
export const TOO_LARGE = `The body is larger than 1 MiB, or has more than ${BATCH_MAX} items`
/** Stands on the list of a batch: one that is too long is a payload that is too large, and no field that is wrong. */
export const BATCH = Symbol('batch')

/** The list of a batch. Anything is let through here, so that a wrong item fails alone. */
export const batchOf = <Item extends TSchema>(item: Item, description: string) =>
  Type.Array(orAnything(item), {
    minItems: 1,
    maxItems: BATCH_MAX,
    [BATCH]: true,
    description: `${description}; what is none fails alone, with validation_error`,
  })

export const BatchRequest = Type.Object(
  { bets: batchOf(BetRequest, 'Handled in order, each like the body of POST /v1/bets') },
  { title: 'BatchRequest' },
)

const itemStatus = oneOf([...betResults, 'queued'], {
  description: 'What was made of the event; queued in async mode',
})

const BatchItem = Type.Object(
  {
    index: count('The place of the item in the request, from 0'),
    externalBetId: nullable(text('As sent; null where it was not a text')),
    httpStatus: count('What POST /v1/bets would have answered'),
    betEventId: nullable(uuid('The stored event')),
    status: nullable(itemStatus),
    flagReason,
    duplicate: flag('Whether it had taken effect before'),
    validationResult: Type.Union([ValidationResult, Type.Null()], {
      description: 'What the rules say; null for an item that failed or is decided later',
    }),
    error: nullable(knownText(errorCodes, 'The code of an item that failed')),
    message: nullable(text('What went wrong with it')),
  },
  { title: 'BatchItem' },
)
export type BatchItem = Static<typeof BatchItem>

export const BatchResult = Type.Object(
  {
    results: Type.Array(BatchItem, { description: 'In the order of the request' }),
    summary: Type.Object(
      {
        accepted: count('Accepted items'),
        rejected: count('Rejected items'),
        flagged: count('Flagged items'),
        duplicate: count('Items that had taken effect before, counted here alone'),
        queued: count('Items that were taken in, to be decided in the background'),
        failed: count('Items with an error'),
      },
      { description: 'How many items came to what' },
    ),
    correlationId,
  },
  { title: 'BatchResult' },
)
export type BatchResult = Static<typeof BatchResult>
