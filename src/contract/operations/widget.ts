import { Leaderboard, LoyaltyTierList, WidgetConfig } from '../schemas/widget.ts'
import { operation } from './operation.ts'

const pages = { method: 'GET', tag: 'Widget', access: 'public' } as const

export const getLeaderboard = operation({
  ...pages,
  id: 'getLeaderboard',
  path: '/v1/leaderboard',
  summary: 'Show the best programs of the month, without names',
  description:
    'Each player with the best of their programs that run now or ended this UTC month: profit, payouts included, as a share of the starting balance. Renewed every minute, on a staging tenant every second.',
  answers: { 200: Leaderboard },
})

export const listLoyaltyTiers = operation({
  ...pages,
  id: 'listLoyaltyTiers',
  path: '/v1/loyalty/tiers',
  summary: 'List the loyalty tiers that the operator has set',
  answers: { 200: LoyaltyTierList },
})

export const getWidgetConfig = operation({
  ...pages,
  id: 'getWidgetConfig',
  path: '/v1/widget/config',
  summary: 'Show what the widget needs to know of the tenant',
  description: 'From the setting widget; what is not set is as usual.',
  answers: { 200: WidgetConfig },
})
