import { place, win } from './bets.ts'
import { accountWith, paidOut, pendingPayout } from './payouts.ts'
import { buy, type TestTenant } from './service.ts'

// The pages of the backoffice, and a tenant that has something to show on each.

/** A player with bets, another with payouts, and a backend that is told of them. */
export async function atWork(tenant: TestTenant): Promise<void> {
  await tenant.api.patch('/v1/admin/settings', { webhookUrl: 'https://operator.example/hook' })
  await buy(tenant, 'anna')
  for (const bet of ['anna-1', 'anna-2', 'anna-3']) await place(tenant, 'anna', bet, { stakeAmount: 10 })
  await win(tenant, 'anna', 'anna-1', 20)
  await accountWith(tenant, 'dora', 100)
  await paidOut(tenant, 'dora', 20)
  await pendingPayout(tenant, 'dora', 60)
}

/** Each page with what it asks for and what it says where there is nothing. */
export const pages = [
  ['/payouts', '/v1/admin/payouts', 'No payout waits for you.', { payouts: [] }],
  ['/players', '/v1/admin/users', 'There are no players yet.', { players: [] }],
  ['/players?running=funded_account', '/v1/admin/users', 'Nobody has a funded account.', { players: [] }],
  ['/bets', '/v1/admin/bet-events', 'Every bet is settled.', { betEvents: [] }],
  ['/bets?view=events', '/v1/admin/bet-events', 'No bet has come in yet.', { betEvents: [] }],
  ['/bets?view=events&userId=anna', '/v1/admin/bet-events', 'There are no such events.', { betEvents: [] }],
  ['/bets?view=flags', '/v1/admin/reconciliation/flags', 'Nothing is flagged.', { flags: [] }],
  ['/tiers', '/v1/admin/challenge-tiers', 'There is no tier yet.', { challengeTiers: [] }],
  ['/webhooks', '/v1/admin/webhook-deliveries', 'There are no such deliveries', { deliveries: [] }],
  ['/people', '/v1/admin/admins', 'Nobody may log in yet.', { admins: [] }],
  ['/audit', '/v1/audit/events', 'Nothing was done yet.', { events: [] }],
  ['/tenants', '/v1/super-admin/tenants', 'There is no tenant yet.', { tenants: [] }],
  [
    '/installation-audit',
    '/v1/super-admin/audit/events',
    'Nothing was done to all tenants at once yet.',
    { events: [] },
  ],
  [
    '/installation-audit?action=maintenance.begun',
    '/v1/super-admin/audit/events',
    'Nothing of the kind was done.',
    { events: [] },
  ],
] as const

/** Whose page it is. */
export const roleOf = (path: string) => (/^.(tenants|installation)/.test(path) ? 'fast_admin' : 'operator_admin')

export const everyPage = ['', ...pages.map(([path]) => path), '/integration', '/players/anna', '/bets?view=statement']
