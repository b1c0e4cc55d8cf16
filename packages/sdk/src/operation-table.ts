import type { Operations } from './wire.ts'

// Made from the contract by `npm run sdk:table`: do not edit.

/** Where an operation is, and whether it may be sent again when nobody knows what became of it. */
export interface OperationEntry {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  /** freely: it reads, or tells repetitions by itself; by_key: with its idempotency key; never: it is sent once. */
  readonly again: 'freely' | 'by_key' | 'never'
  /** For lists: the input that asks for the next page, and the list in the answer, if there is one only. */
  readonly page?: { readonly by: 'cursor' | 'after'; readonly of?: string }
}

export const operationTable = {
  getTierTerms: { method: 'GET', path: '/v1/challenge-tiers/:id/terms', again: 'freely' },
  listChallengeTiers: { method: 'GET', path: '/v1/challenge-tiers', again: 'freely' },
  purchaseChallenge: { method: 'POST', path: '/v1/challenges/purchase', again: 'by_key' },
  cancelChallenge: { method: 'POST', path: '/v1/users/:userId/challenge/cancel', again: 'by_key' },
  continueChallenge: { method: 'POST', path: '/v1/users/:userId/challenge/continue', again: 'by_key' },
  getHistory: { method: 'GET', path: '/v1/users/:userId/history', again: 'freely', page: { by: 'cursor' } },
  getProgress: { method: 'GET', path: '/v1/users/:userId/progress', again: 'freely' },
  getUserRuleset: { method: 'GET', path: '/v1/users/:userId/ruleset', again: 'freely' },
  refundStake: { method: 'POST', path: '/v1/users/:userId/challenge/refund-stake', again: 'by_key' },
  confirmPayout: { method: 'POST', path: '/v1/admin/payouts/:id/confirm', again: 'by_key' },
  getWithdrawable: { method: 'GET', path: '/v1/users/:userId/withdrawable', again: 'freely' },
  listPayouts: { method: 'GET', path: '/v1/admin/payouts', again: 'freely', page: { by: 'cursor', of: 'payouts' } },
  refundFundedStake: { method: 'POST', path: '/v1/users/:userId/funded/refund-stake', again: 'by_key' },
  rejectPayout: { method: 'POST', path: '/v1/admin/payouts/:id/reject', again: 'by_key' },
  withdraw: { method: 'POST', path: '/v1/users/:userId/withdraw', again: 'by_key' },
  recordBet: { method: 'POST', path: '/v1/bets', again: 'freely' },
  recordBets: { method: 'POST', path: '/v1/bets/batch', again: 'freely' },
  validateBet: { method: 'POST', path: '/v1/bets/validate', again: 'freely' },
  changeRuleset: { method: 'PUT', path: '/v1/admin/rulesets/:id', again: 'never' },
  changeSettings: { method: 'PATCH', path: '/v1/admin/settings', again: 'never' },
  changeTier: { method: 'PUT', path: '/v1/admin/challenge-tiers/:id', again: 'never' },
  createRuleset: { method: 'POST', path: '/v1/admin/rulesets', again: 'by_key' },
  createTier: { method: 'POST', path: '/v1/admin/challenge-tiers', again: 'by_key' },
  getBetEvent: { method: 'GET', path: '/v1/admin/bet-events/:id', again: 'freely' },
  getReconciliation: {
    method: 'GET',
    path: '/v1/reconciliation/:userId',
    again: 'freely',
    page: { by: 'cursor', of: 'betEvents' },
  },
  getSelfExclusion: { method: 'GET', path: '/v1/admin/users/:userId/self-exclusion', again: 'freely' },
  getSettings: { method: 'GET', path: '/v1/admin/settings', again: 'freely' },
  listAllTiers: { method: 'GET', path: '/v1/admin/challenge-tiers', again: 'freely' },
  listBetEvents: {
    method: 'GET',
    path: '/v1/admin/bet-events',
    again: 'freely',
    page: { by: 'cursor', of: 'betEvents' },
  },
  listFlags: {
    method: 'GET',
    path: '/v1/admin/reconciliation/flags',
    again: 'freely',
    page: { by: 'cursor', of: 'flags' },
  },
  listRulesets: { method: 'GET', path: '/v1/admin/rulesets', again: 'freely' },
  setSelfExclusion: { method: 'PUT', path: '/v1/admin/users/:userId/self-exclusion', again: 'never' },
  verifyLedger: { method: 'POST', path: '/v1/admin/ledger/verify', again: 'by_key' },
  createFlag: { method: 'POST', path: '/v1/admin/reconciliation/flags', again: 'by_key' },
  resolveFlag: { method: 'POST', path: '/v1/admin/reconciliation/flags/:id/resolve', again: 'by_key' },
  settleBetEvent: { method: 'POST', path: '/v1/admin/bet-events/:id/settle', again: 'by_key' },
  settleBetEvents: { method: 'POST', path: '/v1/admin/bet-events/bulk-settle', again: 'by_key' },
  listDeliveries: {
    method: 'GET',
    path: '/v1/admin/webhook-deliveries',
    again: 'freely',
    page: { by: 'cursor', of: 'deliveries' },
  },
  listEvents: { method: 'GET', path: '/v1/admin/events', again: 'freely', page: { by: 'after', of: 'events' } },
  pingWebhook: { method: 'POST', path: '/v1/admin/webhook-deliveries/ping', again: 'by_key' },
  replayDeliveries: { method: 'POST', path: '/v1/admin/webhook-deliveries/replay', again: 'by_key' },
  retryDelivery: { method: 'POST', path: '/v1/admin/webhook-deliveries/:id/retry', again: 'by_key' },
  logIn: { method: 'POST', path: '/v1/auth/login', again: 'never' },
  logOut: { method: 'POST', path: '/v1/auth/logout', again: 'never' },
  mintUserToken: { method: 'POST', path: '/v1/sse/token', again: 'freely' },
  sendMfaCode: { method: 'POST', path: '/v1/auth/mfa/send', again: 'never' },
  verifyMfaCode: { method: 'POST', path: '/v1/auth/mfa/verify', again: 'never' },
  advanceClock: { method: 'POST', path: '/v1/sandbox/clock/advance', again: 'by_key' },
  changeTenant: { method: 'PATCH', path: '/v1/super-admin/tenants/:id', again: 'never' },
  createAdmin: { method: 'POST', path: '/v1/super-admin/tenants/:id/admins', again: 'never' },
  createTenant: { method: 'POST', path: '/v1/super-admin/tenants', again: 'never' },
  getClock: { method: 'GET', path: '/v1/sandbox/clock', again: 'freely' },
  getHealth: { method: 'GET', path: '/health', again: 'freely' },
  getTenant: { method: 'GET', path: '/v1/super-admin/tenants/:id', again: 'freely' },
  listTenants: {
    method: 'GET',
    path: '/v1/super-admin/tenants',
    again: 'freely',
    page: { by: 'cursor', of: 'tenants' },
  },
  promoteTenant: { method: 'POST', path: '/v1/super-admin/tenants/:id/promote', again: 'never' },
  rotateKey: { method: 'POST', path: '/v1/super-admin/tenants/:id/keys/:kind/rotate', again: 'never' },
  getReadiness: { method: 'GET', path: '/ready', again: 'freely' },
  setMaintenance: { method: 'PUT', path: '/v1/super-admin/maintenance', again: 'never' },
  setTenantMaintenance: { method: 'PUT', path: '/v1/super-admin/tenants/:id/maintenance', again: 'never' },
} as const satisfies { readonly [Id in keyof Operations]: OperationEntry }
