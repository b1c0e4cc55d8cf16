import { type Static, Type } from 'typebox'
import { outcomes, settledOutcomes } from '../../core/bet/bet.ts'
import { errorCodes } from '../errors.ts'
import { batchOf, flagReason, resultStatus, ValidationResult } from './bet.ts'
import { StoredBetEvent } from './bet-event.ts'
import { amountIn, correlationId, count, flag, knownText, nullable, oneOf, remarkIn, text, uuidIn } from './scalars.ts'

const ruling = {
  outcome: oneOf(settledOutcomes, { description: 'How the bet came out' }),
  settlementAmount: Type.Optional(
    amountIn(
      'The whole return of a bet that was won, stake included; stake x odds where it is not given. Required where those come to more than the largest amount',
    ),
  ),
}

/** How a person at the operator settles an open bet. */
export const SettleRequest = Type.Object(ruling, { title: 'SettleRequest' })
export type SettleRequest = Static<typeof SettleRequest>

/** What became of a settlement or a correction by hand. */
export const SettleResult = Type.Object(
  {
    betEvent: StoredBetEvent,
    validationResult: ValidationResult,
    duplicate: flag('Whether the like of it was stored before: betEvent is that event then'),
    correlationId,
  },
  { title: 'SettleResult' },
)

export const BulkSettlement = Type.Object(
  { betEventId: uuidIn('The betEventId of the placement'), ...ruling },
  { title: 'BulkSettlement' },
)
export type BulkSettlement = Static<typeof BulkSettlement>

export const BulkSettleRequest = Type.Object(
  { settlements: batchOf(BulkSettlement, 'Handled in order, each like a settlement of its own') },
  { title: 'BulkSettleRequest' },
)

const BulkSettleItem = Type.Object(
  {
    index: count('The place of the item in the request, from 0'),
    betEventId: nullable(text('The placement, as sent; null where it was not a text')),
    httpStatus: count('What a settlement of its own would have been answered'),
    status: nullable(resultStatus),
    flagReason,
    duplicate: flag('Whether the bet was settled like this before'),
    betEvent: Type.Optional(StoredBetEvent),
    validationResult: Type.Optional(ValidationResult),
    error: nullable(knownText(errorCodes, 'The code of an item that failed')),
    message: nullable(text('What went wrong with it')),
  },
  { title: 'BulkSettleItem' },
)
export type BulkSettleItem = Static<typeof BulkSettleItem>

export const BulkSettleResult = Type.Object(
  {
    results: Type.Array(BulkSettleItem, { description: 'In the order of the request' }),
    summary: Type.Object(
      {
        accepted: count('Bets that were settled'),
        rejected: count('Rejected items'),
        flagged: count('Flagged items'),
        duplicate: count('Bets that were settled like this before, counted here alone'),
        failed: count('Items with an error'),
      },
      { description: 'How many items came to what' },
    ),
    correlationId,
  },
  { title: 'BulkSettleResult' },
)
export type BulkSettleResult = Static<typeof BulkSettleResult>

/** What a person at the operator puts in the place of a wrong outcome. */
export const CorrectRequest = Type.Object(
  {
    outcome: oneOf(outcomes, { description: 'How the bet came out after all' }),
    settlementAmount: ruling.settlementAmount,
    note: remarkIn('Why; also the note of the flags that it resolves', 'The provider settled the wrong leg'),
  },
  { title: 'CorrectRequest' },
)
export type CorrectRequest = Static<typeof CorrectRequest>
