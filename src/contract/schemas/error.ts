import { type Static, Type } from 'typebox'
import { payoutRefusals } from '../../core/funded/payout.ts'
import { errorCodes } from '../errors.ts'
import { correlationId, moment, oneOf } from './scalars.ts'

/** The body of every answer that is not a success. */
export const ErrorBody = Type.Object(
  {
    error: oneOf(errorCodes, { description: 'What went wrong, for programs' }),
    message: Type.String({ description: 'What went wrong, for people' }),
    correlationId,
    fields: Type.Optional(
      Type.Array(
        Type.Object({
          field: Type.String({ description: 'The path of the field', examples: ['stakeAmount', 'selections.0.odds'] }),
          message: Type.String({
            description: 'What is wrong, to be read after the field',
            examples: ['must be at least 0.01'],
          }),
        }),
        {
          description:
            'With validation_error and mapping_error: each field that is missing or wrong. With payload_too_large: what there is too much of',
        },
      ),
    ),
    reasons: Type.Optional(
      Type.Array(oneOf(payoutRefusals), {
        description: 'With a refused payout: every reason that applies; `error` is the first of them',
      }),
    ),
    cooldownUntil: Type.Optional(moment('With purchase_cooldown: when the next challenge can be bought')),
    retryAfter: Type.Optional(Type.Integer({ description: 'When to come back, in seconds' })),
  },
  { title: 'Error' },
)
export type ErrorBody = Static<typeof ErrorBody>
