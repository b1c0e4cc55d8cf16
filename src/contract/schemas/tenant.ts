import { type Static, Type } from 'typebox'
import { BACKFILL_HOURS_MAX } from '../../core/bet/event-time.ts'
import { environments, payoutReviews } from '../../core/tenant.ts'
import { PLAN_LIMIT_MAX, PLAN_LIMIT_MIN, planLimits } from '../plan-limits.ts'
import {
  correlationId,
  count,
  currencyIn,
  instantIn,
  moment,
  name,
  nextCursor,
  nullable,
  oneOf,
  storable,
  text,
  urlIn,
  uuid,
} from './scalars.ts'
import { LoyaltyTier, LoyaltyTiersIn, WidgetSettings } from './widget.ts'

const publicOnly = 'In production https only; never a private address or a name that leads to one'

const integrationModes = ['sync', 'async'] as const
const settings = {
  webhookUrl: urlIn(`Where events are sent; null is nowhere. ${publicOnly}`),
  approvalUrl: urlIn(`Whom to ask before money actions; null is nobody. ${publicOnly}`),
  payoutReview: oneOf(payoutReviews, { description: 'Who decides on payouts' }),
  integrationMode: oneOf(integrationModes, { description: 'Whether bets are answered with their result or taken in' }),
  maxBackfillHours: Type.Integer({
    minimum: 0,
    maximum: BACKFILL_HOURS_MAX,
    description: 'How old an event time may be, in hours',
  }),
}
const loyaltyTiers = Type.Array(LoyaltyTier, { description: 'The loyalty tiers, the lowest level first' })

export const Settings = Type.Object(
  { ...settings, widget: WidgetSettings, loyaltyTiers, correlationId },
  { title: 'Settings' },
)
export type Settings = Static<typeof Settings>
export const SettingsChange = Type.Partial(
  Type.Object({ ...settings, widget: WidgetSettings, loyaltyTiers: LoyaltyTiersIn }),
  { title: 'SettingsChange' },
)
export type SettingsChange = Static<typeof SettingsChange>

export const IntegrationModeRequest = Type.Object(
  { mode: settings.integrationMode },
  { title: 'IntegrationModeRequest' },
)

export const IntegrationModeAnswer = Type.Object(
  {
    mode: oneOf(integrationModes, { description: 'The mode from now on' }),
    previousMode: oneOf(integrationModes, { description: 'The mode before' }),
    updatedAt: moment('When it was set'),
    correlationId,
  },
  { title: 'IntegrationModeAnswer' },
)

const limitsInWords = Object.entries(planLimits)
  .map(([name, { usual, counts }]) => `\`${name}\` (${usual}): ${counts}`)
  .join(' ')

const plan = {
  monthlyChallengeLimit: nullable(
    Type.Integer({ minimum: 0, maximum: 1_000_000_000, description: 'Purchases in a UTC month; null is no limit' }),
  ),
  rateLimits: storable(
    Type.Record(Type.String(), Type.Integer({ minimum: PLAN_LIMIT_MIN, maximum: PLAN_LIMIT_MAX }), {
      maxProperties: 100,
      description: `Requests a minute where they differ from the usual. A change replaces all of them: send every one that shall hold. Any other name is kept and limits nothing. ${limitsInWords}`,
      examples: [{ bets: 6000, betEventsPerUser: 60 }],
    }),
  ),
}
const environment = oneOf(environments, { description: 'A staging tenant has a test clock' })
const { webhookUrl, approvalUrl, payoutReview, integrationMode, maxBackfillHours } = settings
const set = { webhookUrl, approvalUrl, payoutReview, integrationMode, maxBackfillHours }

export const Tenant = Type.Object(
  {
    id: uuid('The tenant'),
    name: text('For people'),
    environment,
    currency: text('ISO 4217 code'),
    ...set,
    ...plan,
    createdAt: moment('When it was made'),
  },
  { title: 'Tenant' },
)
export type Tenant = Static<typeof Tenant>

export const NewTenant = Type.Object(
  {
    name: name('For people'),
    environment,
    currency: Type.Optional(currencyIn('ISO 4217 code of a currency with two decimals; EUR where it is not given')),
    ...Type.Partial(Type.Object({ ...set, ...plan })).properties,
  },
  { title: 'NewTenant' },
)
export type NewTenant = Static<typeof NewTenant>

export const TenantChange = Type.Partial(Type.Object({ name: name('For people'), ...set, ...plan }), {
  title: 'TenantChange',
})
export type TenantChange = Static<typeof TenantChange>

export const TenantAnswer = Type.Object({ tenant: Tenant, correlationId }, { title: 'TenantAnswer' })
export const TenantList = Type.Object(
  { tenants: Type.Array(Tenant, { description: 'Newest first' }), nextCursor, correlationId },
  { title: 'TenantList' },
)

export const TenantCreated = Type.Object(
  {
    tenant: Tenant,
    serverKey: text('For the backend, with full access; shown this once'),
    publicKey: text('For browsers, with the reads of the tenant; shown this once'),
    webhookSecret: text('Signs webhooks and approval calls; shown this once'),
    correlationId,
  },
  { title: 'TenantCreated' },
)

export const Clock = Type.Object({ now: moment("The tenant's time"), correlationId }, { title: 'Clock' })

export const ClockAdvance = Type.Object(
  {
    to: Type.Optional(instantIn('The moment to move on to')),
    byHours: Type.Optional(Type.Number({ minimum: 0, maximum: 876_000, description: 'How far to move on' })),
  },
  { title: 'ClockAdvance', description: 'One of the two' },
)
export type ClockAdvance = Static<typeof ClockAdvance>

export const ClockAdvanced = Type.Object(
  {
    now: moment("The tenant's time"),
    transitions: Type.Array(
      Type.Object({
        at: moment('When it fell due'),
        type: text('What happened'),
        userId: text("The operator's id of the player"),
        programId: uuid('The program'),
      }),
      { description: 'What fell due on the way, in order' },
    ),
    correlationId,
  },
  { title: 'ClockAdvanced' },
)

export const UserReset = Type.Object(
  {
    reset: Type.Literal(true),
    userId: text("The operator's id of the player"),
    removed: Type.Object(
      {
        challenges: count('Challenges'),
        fundedAccounts: count('Funded accounts'),
        betEvents: count('Stored bet events'),
      },
      { description: 'What is out of sight now' },
    ),
    correlationId,
  },
  { title: 'UserReset' },
)

export const LedgerCheck = Type.Object(
  {
    valid: Type.Boolean({ description: 'Whether everything adds up' }),
    checked: Type.Object(
      {
        programs: count('Programs re-folded from their events'),
        events: count('Events read'),
        entries: count('Ledger entries recomputed'),
        bets: count('Bets re-folded'),
      },
      { description: 'How much was looked at' },
    ),
    mismatches: Type.Array(
      Type.Object({
        kind: oneOf(['entry', 'account', 'snapshot', 'bet', 'program', 'payout', 'event'], {
          description: 'What does not add up',
        }),
        programId: nullable(text('The program')),
        description: text('What was found and what was expected'),
      }),
      { description: 'Each has opened a reconciliation flag' },
    ),
    correlationId,
  },
  { title: 'LedgerCheck' },
)
