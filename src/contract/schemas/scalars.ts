import { type Static, type TSchema, type TSchemaOptions, type TUnion, type TUnknown, type TUnsafe, Type } from 'typebox'
import { isDayText, isInstantText } from '../instant-wire.ts'
import { AMOUNT_MAX, isWholeHundredths, liesWithin, roundsToNothing } from '../money-wire.ts'
import { roundsToOne, WIRE_ODDS_MAX } from '../odds-wire.ts'
import { shaped } from './shaped.ts'

/** Under it stands the schema by which a client knows what is read or written by another. */
export const KNOWN_AS = Symbol('known as')

/** Under it stands the schema that TypeScript holds a client to, where the service takes more, to refuse it in words of its own. */
export const TYPED_AS = Symbol('typed as')

/** What TypeScript knows more exactly than the document, whose readers in other languages are better off without unions. */
export const typedAs = <Schema extends TSchema, Right extends TSchema>(schema: Schema, right: Right) =>
  Object.assign(schema, { [TYPED_AS]: right } as const)

interface Nullable {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly [TYPED_AS]?: TSchema
}

/** The schema, or null. One JSON type list, so that the serialiser needs no trial and error. */
export function nullable<Schema extends TSchema>(schema: Schema): TUnsafe<Static<Schema> | null> {
  const { type, enum: values, [TYPED_AS]: right } = schema as Nullable
  return Type.Unsafe<Static<Schema> | null>({
    ...schema,
    type: [type, 'null'],
    ...(values === undefined ? {} : { enum: [...values, null] }),
    ...(right === undefined ? {} : { [TYPED_AS]: nullable(right) }),
  } as TSchema)
}

/**
 * Lets anything through, so that what is wrong gets an answer of its own. Clients know only what is right: beside a schema
 * for anything its type would be lost on them.
 */
export const orAnything = <Right extends TSchema>(right: Right) =>
  ({ ...Type.Union([right, Type.Unknown()]), [KNOWN_AS]: right }) as TUnion<[Right, TUnknown]>

/** One of some texts. */
export const oneOf = <const Texts extends readonly string[]>(texts: Texts, options: TSchemaOptions = {}) =>
  Type.Unsafe<Texts[number]>({ type: 'string', enum: [...texts], ...options } as TSchema)

const refined = <Schema extends TSchema>(
  schema: Schema,
  isRight: (value: unknown) => boolean,
  message: string,
): Schema => Type.Refine<Schema, unknown>(schema, isRight, () => message)

const twoDecimals = <Schema extends TSchema>(schema: Schema): Schema =>
  refined(schema, (value) => typeof value !== 'number' || isWholeHundredths(value), 'must have at most 2 decimals')

// What requests carry: checked to the last digit.

// Noise is overlooked at the bounds as well: what a client subtracts to 0.00 can lie a little below it. So they are held
// against the cents that a number comes to; clients know them as plain bounds.
const amountFrom = (minimum: number, options: TSchemaOptions) =>
  twoDecimals(
    refined(
      refined(
        Type.Unsafe<number>({
          ...Type.Number(options),
          [KNOWN_AS]: Type.Number({ minimum, maximum: AMOUNT_MAX, ...options }),
        } as TSchema),
        (value) => typeof value !== 'number' || liesWithin(value, minimum, Number.POSITIVE_INFINITY),
        `must be at least ${minimum}`,
      ),
      (value) => typeof value !== 'number' || liesWithin(value, Number.NEGATIVE_INFINITY, AMOUNT_MAX),
      `must be at most ${AMOUNT_MAX}`,
    ),
  )

export const amountIn = (description: string) => amountFrom(0, { description })
export const positiveAmountIn = (description: string) => amountFrom(0.01, { description, examples: [25] })
/** An amount to be taken. What comes to no cent at all is let through here, so that it gets a code of its own. */
export const takenAmountIn = (description: string) =>
  refined(
    refined(
      Type.Number({ maximum: AMOUNT_MAX, description, examples: [100] }),
      (value) => typeof value !== 'number' || value >= 0 || roundsToNothing(value),
      'must be at least 0',
    ),
    (value) => typeof value !== 'number' || isWholeHundredths(value) || roundsToNothing(value),
    'must have at most 2 decimals',
  )
/** An amount in a query, where all is text: to clients it is a number. */
export const amountTextIn = (description: string) =>
  refined(
    Type.Unsafe<`${number}`>({
      ...Type.String({ description }),
      [KNOWN_AS]: Type.Number({ minimum: 0, maximum: AMOUNT_MAX, description, examples: [100.5] }),
    } as TSchema),
    (value) => typeof value !== 'string' || (/^\d{1,10}(\.\d{1,2})?$/.test(value) && Number(value) <= AMOUNT_MAX),
    'must be an amount with at most 2 decimals, such as 100.50',
  )
// ISO 4217 gives these another number of decimals. Intl knows what is usual instead: to it the forint has none.
const NOT_TWO_DECIMALS = new Set(
  `BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF
   BHD IQD JOD KWD LYD OMR TND CLF UYW`.split(/\s+/),
)

const CURRENCY = /^[A-Z]{3}$/
export const currencyIn = (description: string) =>
  refined(
    Type.String({ ...shaped(CURRENCY.source, 'must be three capital letters'), description, examples: ['EUR'] }),
    (value) => typeof value !== 'string' || !CURRENCY.test(value) || !NOT_TWO_DECIMALS.has(value),
    'must be a currency with two decimals',
  )
export const nullableAmountIn = (description: string) =>
  twoDecimals(nullable(Type.Number({ minimum: 0.01, maximum: AMOUNT_MAX, description })))
export const percentIn = (description: string, maximum = 100) =>
  twoDecimals(Type.Number({ minimum: 0, maximum, description }))
export const nullablePercentIn = (description: string, maximum = 100) =>
  twoDecimals(nullable(Type.Number({ minimum: 0.01, maximum, description })))
export const multiplierIn = (description: string) =>
  twoDecimals(nullable(Type.Number({ minimum: 0.01, maximum: 1_000_000, description })))
const decimalOdds = (description: string) =>
  Type.Number({ exclusiveMinimum: 1, maximum: WIRE_ODDS_MAX, description, examples: [2.1] })
const moreThanOne = <Schema extends TSchema>(schema: Schema): Schema =>
  refined(
    schema,
    (value) => typeof value !== 'number' || !roundsToOne(value),
    'must be more than 1 when rounded to 4 decimals',
  )
export const oddsIn = (description: string) => moreThanOne(decimalOdds(description))
export const nullableOddsIn = (description: string) => moreThanOne(nullable(decimalOdds(description)))
export const nullableCountIn = (description: string, maximum = 1_000_000) =>
  nullable(Type.Integer({ minimum: 1, maximum, description }))

const WANTED = 'must be an ISO 8601 date and time with its offset, such as 2026-11-21T07:30:00Z'
const isMoment = (value: unknown): boolean => typeof value !== 'string' || isInstantText(value)
const isDayOrMoment = (value: unknown): boolean => isMoment(value) || (typeof value === 'string' && isDayText(value))

export const instantIn = (description: string) =>
  refined(Type.String({ description, examples: ['2026-11-21T07:30:00Z'] }), isMoment, WANTED)
export const nullableInstantIn = (description: string) =>
  refined(nullable(Type.String({ description })), isMoment, WANTED)
export const dayOrInstantIn = (description: string) =>
  refined(Type.String({ description, examples: ['2026-11-21'] }), isDayOrMoment, `${WANTED}, or a UTC day`)

// An operator's own ids: opaque, no control characters, and no half of a surrogate pair, which UTF-8 cannot carry.
const OPAQUE = '^[^\\p{Cc}\\p{Cs}]+$'
export const opaqueId = (description: string, example: string) =>
  Type.String({ minLength: 1, maxLength: 128, pattern: OPAQUE, description, examples: [example] })
export const name = (description: string) => Type.String({ minLength: 1, maxLength: 200, pattern: OPAQUE, description })

/** Text in lines: no other control characters, which no database keeps all of, and no half of a surrogate pair. */
export const LINES = '^(?:[^\\p{Cc}\\p{Cs}]|[\\n\\r\\t])+$'

/** What a person writes, in lines. */
export const remarkIn = (description: string, example: string) =>
  Type.String({
    minLength: 1,
    maxLength: 500,
    pattern: LINES,
    description,
    examples: [example],
  })
export const uuidIn = (description: string) =>
  Type.String({
    ...shaped('^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$', 'must be a UUID'),
    description,
    examples: ['019aa5f2-7c00-7000-8000-5f3b2a9c4d1e'],
  })

/** How deep JSON of a client's own making may be nested: all that reads or writes it does so level by level. */
const DEPTH_MAX = 20
/** How many values it may hold, lists and objects among them: it is looked through each time that it is shown. */
const VALUES_MAX = 10_000

function isStorable(json: unknown): boolean {
  let left = VALUES_MAX
  const fits = (value: unknown, depth: number): boolean => {
    left -= 1
    if (left < 0) return false
    if (typeof value === 'string') return isText(value)
    if (typeof value === 'number') return Number.isFinite(value)
    if (typeof value !== 'object' || value === null) return true
    if (depth === 0) return false
    if (Array.isArray(value)) return value.every((part) => fits(part, depth - 1))
    return Object.entries(value).every(([name, part]) => isText(name) && fits(part, depth - 1))
  }
  return fits(json, DEPTH_MAX)
}

const isText = (text: string): boolean => text.isWellFormed() && !text.includes('\u0000')

/** JSON of a client's own making, which is kept as it is: what no database can keep is refused. */
export const storable = <Schema extends TSchema>(schema: Schema): Schema =>
  refined(
    schema,
    isStorable,
    `must be nested at most ${DEPTH_MAX} deep, hold at most ${VALUES_MAX} values, and neither NUL nor half a surrogate pair`,
  )

/** A list of things with ids, no two of which are the same. */
export const distinctIds = <Schema extends TSchema>(schema: Schema): Schema =>
  refined(
    schema,
    (value) => {
      const ids = Array.isArray(value) ? value.map((item) => (item as { readonly id?: unknown } | null)?.id) : []
      return new Set(ids).size === ids.length
    },
    'must not name an id twice',
  )

function namesSomebody(url: string): boolean {
  const { username = '', password = '' } = URL.parse(url) ?? {}
  return username !== '' || password !== ''
}

/** A password in it would be shown to everybody who may read the settings, and would not be sent. */
export const urlIn = (description: string) =>
  refined(
    nullable(
      Type.String({
        maxLength: 2000,
        ...shaped('^https?://[^\\s\\p{Cc}\\p{Cs}]+$', 'must be an address that begins with https:// or http://'),
        description,
        examples: ['https://operator.example/hooks'],
      }),
    ),
    (value) => typeof value !== 'string' || !namesSomebody(value),
    'must not carry a user name or password',
  )

// What answers carry.

export const amount = (description: string) => Type.Number({ description: `${description}, in the tenant's currency` })
export const nullableAmount = (description: string) => nullable(amount(description))
export const percentage = (description: string) => Type.Number({ description: `${description}, in percent` })
export const count = (description: string) => Type.Integer({ description })
export const flag = (description: string) => Type.Boolean({ description })
export const text = (description: string) => Type.String({ description })
/** A text of which TypeScript knows what it can be; the document leaves it open. */
export const knownText = <const Texts extends readonly string[]>(texts: Texts, description: string) =>
  typedAs(Type.Unsafe<Texts[number]>(text(description)), oneOf(texts))
export const uuid = (description: string) => Type.String({ format: 'uuid', description })
export const moment = (description: string) => Type.String({ format: 'date-time', description })
export const correlationId = Type.String({
  description: 'Names this request in our logs; also in the header x-correlation-id',
})
export const nextCursor = nullable(
  Type.String({ description: 'Send it as `cursor` to get the next page; null on the last one' }),
)
