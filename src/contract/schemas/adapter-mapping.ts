import { type Static, Type } from 'typebox'
import { correlationId, flag, LINES, moment, nullable, storable, text } from './scalars.ts'

/** The fields of a bet event that an operator's payload can be mapped to. */
export const mappedFields = [
  'userId',
  'externalBetId',
  'status',
  'stakeAmount',
  'odds',
  'betTypeIdentifier',
  'settlementAmount',
  'isCashOut',
  'eventTimestamp',
  'selections',
  'selectionsCount',
] as const
export type MappedField = (typeof mappedFields)[number]

/** The longest expression, in characters. */
const EXPRESSION_MAX = 300
/** The most values that are translated for one field. */
const VALUES_MAX = 200

const expression = Type.String({
  minLength: 1,
  maxLength: EXPRESSION_MAX,
  pattern: LINES,
  description: 'A JMESPath expression over the payload',
  examples: ['player.id'],
})
const translation = Type.Record(
  Type.String({ maxLength: 200 }),
  Type.Unsafe<string | number | boolean>({ type: ['string', 'number', 'boolean'], maxLength: 200 }),
  { maxProperties: VALUES_MAX, description: "The operator's values, each with what it stands for" },
)

const eachField = <Schema extends ReturnType<typeof Type.Optional>>(schema: Schema) =>
  Object.fromEntries(mappedFields.map((name) => [name, schema])) as { [name in MappedField]: Schema }

const mapping = {
  fields: Type.Object(eachField(Type.Optional(expression)), {
    additionalProperties: false,
    description: 'Where the fields of a bet event stand; one that is left out is read under its own name',
  }),
  values: storable(
    Type.Object(eachField(Type.Optional(translation)), {
      additionalProperties: false,
      description: 'What the values of a field stand for; one that is not named stays as it is',
    }),
  ),
}

export const AdapterMappingRequest = Type.Object(
  { fields: mapping.fields, values: Type.Optional(mapping.values) },
  { title: 'AdapterMappingRequest' },
)
export type AdapterMappingRequest = Static<typeof AdapterMappingRequest>

export const AdapterMapping = Type.Object(
  {
    fields: Type.Record(Type.String(), Type.String(), { description: 'Expressions by field' }),
    values: Type.Record(Type.String(), Type.Record(Type.String(), Type.Unknown()), {
      description: 'Translations by field',
    }),
    updatedAt: moment('When it was set'),
    correlationId,
  },
  { title: 'AdapterMapping' },
)

export const AdapterMappingDeleted = Type.Object(
  { deleted: flag('Whether there was one'), correlationId },
  { title: 'AdapterMappingDeleted' },
)

export const MappingTrial = Type.Object(
  {
    payload: Type.Unknown({ description: 'What would be sent to POST /v1/bets' }),
    mapping: Type.Optional(AdapterMappingRequest),
  },
  { title: 'MappingTrial', description: 'Without a mapping the stored one is tried' },
)
export type MappingTrial = Static<typeof MappingTrial>

export const MappingTrialAnswer = Type.Object(
  {
    valid: flag('Whether POST /v1/bets would take it'),
    bet: nullable(
      Type.Object({}, { additionalProperties: true, description: 'The bet event that it stands for, as far as found' }),
    ),
    error: nullable(text('What POST /v1/bets would answer: mapping_error or validation_error; null where it is valid')),
    fields: Type.Array(Type.Object({ field: text('The field'), message: text('What is wrong with it') }), {
      description: 'Each field that is missing or wrong',
    }),
    correlationId,
  },
  { title: 'MappingTrialAnswer' },
)
