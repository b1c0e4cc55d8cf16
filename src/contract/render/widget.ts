import { Value } from 'typebox/value'
import type { Instant } from '../../core/instant.ts'
import type { Cents } from '../../core/money.ts'
import type { Environment } from '../../core/tenant.ts'
import { textOf } from '../instant-wire.ts'
import { shareInPercent } from '../money-wire.ts'
import {
  type Leaderboard,
  type LoyaltyTier,
  LoyaltyTierIn,
  type WidgetConfig,
  WidgetSettings,
} from '../schemas/widget.ts'

/** What of a tenant its pages are told. */
interface ToldTenant {
  readonly name: string
  readonly environment: Environment
  readonly currency: string
  readonly settings: {
    readonly widget: { readonly [name: string]: unknown }
    readonly loyaltyTiers: readonly unknown[]
  }
}

/** What is shown where an operator has said nothing. */
const usualFeatures = { purchase: true, withdraw: true, history: true, leaderboard: true }

/** The loyalty tiers of a setting, the lowest level first; what is none is left out. */
export function renderLoyaltyTiers(set: readonly unknown[]): LoyaltyTier[] {
  return set
    .filter((tier): tier is LoyaltyTierIn => Value.Check(LoyaltyTierIn, tier))
    .map(({ id, name, level, minPoints = 0, benefits = [] }, place) => ({
      id,
      name,
      level: level ?? place + 1,
      minPoints,
      benefits: [...benefits],
    }))
    .sort((a, b) => a.level - b.level)
}

/** The setting of the widget; what does not fit is left out, a field at a time. */
export function renderWidgetSettings(set: { readonly [name: string]: unknown }): WidgetSettings {
  const fits = Object.entries(set).filter(([name, value]) => Value.Check(WidgetSettings, { [name]: value }))
  return Object.fromEntries(fits) as WidgetSettings
}

/** A leaderboard that an application has made. */
interface ShownLeaderboard {
  readonly period: string
  readonly updatedAt: Instant
  readonly entries: readonly {
    readonly rank: number
    readonly alias: string
    readonly profit: Cents
    readonly startingBalance: Cents
    readonly tierName: string
  }[]
}

export const renderLeaderboard = (board: ShownLeaderboard): Omit<Leaderboard, 'correlationId'> => ({
  period: board.period,
  metric: 'profitPercent',
  updatedAt: textOf(board.updatedAt),
  entries: board.entries.map(({ rank, alias, profit, startingBalance, tierName }) => ({
    rank,
    alias,
    value: shareInPercent(profit, startingBalance),
    tierName,
  })),
})

/** What the widget needs to know of a tenant. */
export function renderWidgetConfig(tenant: ToldTenant): Omit<WidgetConfig, 'correlationId'> {
  const { name, environment, currency, settings } = tenant
  const {
    locale = 'en',
    theme = {},
    features,
    termsUrl = null,
    supportUrl = null,
  } = renderWidgetSettings(settings.widget)
  const loyalty = settings.loyaltyTiers.length > 0
  return {
    tenantName: name,
    environment,
    currency,
    locale,
    theme: { ...theme },
    features: { ...usualFeatures, loyalty, ...features },
    termsUrl,
    supportUrl,
  }
}
