import { type Static, type TSchema, Type } from 'typebox'
import { environments } from '../../core/tenant.ts'
import {
  correlationId,
  count,
  distinctIds,
  moment,
  name,
  nullable,
  oneOf,
  percentage,
  storable,
  text,
  urlIn,
} from './scalars.ts'
import { shaped } from './shaped.ts'

/** A value of the theme: a colour, a size, a switch. */
const themeValue = Type.Unsafe<string | number | boolean>({
  type: ['string', 'number', 'boolean'],
  maxLength: 200,
} as TSchema)

const theme = Type.Record(Type.String(), themeValue, {
  maxProperties: 50,
  description: 'Names and values for the look of the widget, at most 50',
  examples: [{ primaryColor: '#0a7d4f', dark: true }],
})
const features = Type.Record(Type.String(), Type.Boolean(), {
  maxProperties: 50,
  description: 'Parts of the widget that are shown or hidden',
  examples: [{ leaderboard: true, loyalty: false }],
})

const ORIGIN = 'must be an origin such as https://www.example.com, without a path'

/** What an operator sets for its widget. Further fields are kept as they are: each costs every page that asks for it. */
export const WidgetSettings = storable(
  Type.Object(
    {
      locale: Type.Optional(
        Type.String({
          ...shaped('^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$', 'must be a language tag such as de-DE'),
          description: 'BCP 47 language tag; en where it is not given',
          examples: ['de-DE'],
        }),
      ),
      theme: Type.Optional(theme),
      features: Type.Optional(features),
      termsUrl: Type.Optional(urlIn("The operator's terms; null is nowhere")),
      supportUrl: Type.Optional(urlIn("The operator's help; null is nowhere")),
      origins: Type.Optional(
        Type.Array(Type.String({ maxLength: 300, ...shaped('^https?://[^\\s/\\p{Cc}\\p{Cs}]+$', ORIGIN) }), {
          maxItems: 50,
          description: 'The origins whose pages may read with the public key',
          examples: [['https://www.operator.example']],
        }),
      ),
    },
    { title: 'WidgetSettings', additionalProperties: true, maxProperties: 100 },
  ),
)
export type WidgetSettings = Static<typeof WidgetSettings>

const loyalty = {
  id: Type.String({ minLength: 1, maxLength: 64, pattern: '^[^\\p{Cc}\\p{Cs}]+$', description: 'Names the tier' }),
  name: name('For people'),
}
const benefits = Type.Array(Type.String({ minLength: 1, maxLength: 500 }), {
  maxItems: 50,
  description: 'What it brings, a sentence each',
})

/** A loyalty tier as the operator sends it. */
export const LoyaltyTierIn = Type.Object(
  {
    ...loyalty,
    level: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 1000, description: 'Its rank; its place in the list where it is not given' }),
    ),
    minPoints: Type.Optional(
      Type.Number({ minimum: 0, maximum: 1e12, description: 'The points that it takes; 0 where it is not given' }),
    ),
    benefits: Type.Optional(benefits),
  },
  { title: 'NewLoyaltyTier' },
)
export type LoyaltyTierIn = Static<typeof LoyaltyTierIn>

/** All of them; no two have the same id. */
export const LoyaltyTiersIn = distinctIds(
  storable(Type.Array(LoyaltyTierIn, { maxItems: 100, description: 'The loyalty tiers' })),
)

export const LoyaltyTier = Type.Object(
  {
    id: text('Names the tier'),
    name: text('For people'),
    level: count('Its rank, rising'),
    minPoints: Type.Number({ description: 'The points that it takes' }),
    benefits: Type.Array(Type.String(), { description: 'What it brings' }),
  },
  { title: 'LoyaltyTier' },
)
export type LoyaltyTier = Static<typeof LoyaltyTier>

export const LoyaltyTierList = Type.Object(
  { loyaltyTiers: Type.Array(LoyaltyTier, { description: 'The lowest level first' }), correlationId },
  { title: 'LoyaltyTierList' },
)

export const WidgetConfig = Type.Object(
  {
    tenantName: text('For people'),
    environment: oneOf(environments, { description: 'Whether real money is meant' }),
    currency: text('ISO 4217 code'),
    locale: text('BCP 47 language tag'),
    theme: Type.Record(Type.String(), themeValue, { description: 'The look of the widget' }),
    features: Type.Record(Type.String(), Type.Boolean(), { description: 'Parts that are shown or hidden' }),
    termsUrl: nullable(text("The operator's terms")),
    supportUrl: nullable(text("The operator's help")),
    correlationId,
  },
  { title: 'WidgetConfig' },
)
export type WidgetConfig = Static<typeof WidgetConfig>

export const Leaderboard = Type.Object(
  {
    period: Type.String({ description: 'The UTC calendar month', examples: ['2026-11'] }),
    metric: Type.Literal('profitPercent'),
    updatedAt: moment('As of when'),
    entries: Type.Array(
      Type.Object({
        rank: count('From 1; equals share one'),
        alias: text('The same for a player at all times, and nothing that could be traced back to one'),
        value: percentage('Profit as a share of the starting balance'),
        tierName: text('The challenge tier'),
      }),
      { description: 'The first 100, each player with their best program' },
    ),
    correlationId,
  },
  { title: 'Leaderboard' },
)
export type Leaderboard = Static<typeof Leaderboard>
