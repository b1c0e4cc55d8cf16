import type { LinkProps } from '@tanstack/react-router'
import type { Role } from '../session/session.ts'

/** A page that the navigation leads to. */
export interface Place {
  readonly to: NonNullable<LinkProps['to']>
  readonly label: string
  /** After g. */
  readonly key: string
}

const operatorPlaces: readonly Place[] = [
  { to: '/', label: 'Today', key: 't' },
  { to: '/payouts', label: 'Payouts', key: 'p' },
  { to: '/players', label: 'Players', key: 'u' },
  { to: '/bets', label: 'Bets and flags', key: 'b' },
  { to: '/tiers', label: 'Tiers and rules', key: 'r' },
  { to: '/webhooks', label: 'Webhooks', key: 'w' },
  { to: '/integration', label: 'Integration, settings', key: 'i' },
  { to: '/people', label: 'People and roles', key: 'o' },
  { to: '/audit', label: 'Audit', key: 'a' },
]

export const installationPlaces: readonly Place[] = [
  { to: '/tenants', label: 'Tenants', key: 't' },
  { to: '/installation-audit', label: 'Audit', key: 'a' },
]

export const placesOf = (role: Role): readonly Place[] => (role === 'fast_admin' ? installationPlaces : operatorPlaces)
