// What the service has told of a player who bought, bet, passed and was paid, and of others who fared worse.

import type { OutgoingType } from '../../core/outgoing.ts'

/** Of the request that all examples are about. */
export const exampleCorrelationId = '6ad2c1f5-2f0a-4c0e-9f64-0c9a4a3a7a11'

const challengeId = '019aa5f2-7bff-7000-8000-1d2c3b4a5968'
const fundedAccountId = '019aa5f2-7c01-7000-8000-2e3d4c5b6a79'
const at = '2026-03-02T12:00:00.000Z'

const carried: { readonly [type in OutgoingType | 'ping']: object } = {
  'challenge.activated': {
    ...{ challengeId, challengeTierId: '019aa5f2-7c00-7000-8000-5f3b2a9c4d20' },
    ...{ ownStake: 20, bonusAmount: 80, startingBalance: 100, targetBalance: 150 },
    ...{ startedAt: at, expiresAt: '2026-04-01T12:00:00.000Z' },
  },
  'challenge.expiring_soon': {
    ...{ challengeId, hoursRemaining: 24, currentBalance: 131.5, targetBalance: 150, betsPlaced: 14, activeDays: 6 },
  },
  'challenge.passed': { challengeId, programBalance: 152.4, refundableOwnStake: 20 },
  'challenge.completed': { challengeId, finalBalance: 152.4 },
  'challenge.stake_refunded': { challengeId, ownStake: 20 },
  'challenge.bonus_voided': { challengeId, bonusAmount: 80 },
  'challenge.failed': { challengeId, reason: 'max_drawdown_exceeded', finalBalance: 69.5 },
  'challenge.cancelled': { challengeId, ownStakeForfeited: 20, bonusVoided: 80, finalBalance: 95 },
  'cooldown.triggered': { reason: 'daily_drawdown', cooldownUntil: '2026-03-03T12:00:00.000Z', challengeId },
  'cooldown.lifted': { liftedAt: at, challengeId },
  'funded_account.activated': {
    ...{ fundedAccountId, fundedAmount: 250, challengeId, profitSplitPercent: 80, payoutCapPercent: null },
  },
  'funded_account.payout': {
    ...{ fundedAccountId, payoutId: '019aa5f2-7c02-7000-8000-3f4e5d6c7b8a', payoutNumber: 1, grossAmount: 50 },
    ...{ userShare: 40, ownStakeReturned: 20, balanceAfter: 250, accountClosed: false, mandatory: false },
  },
  'funded_account.revoked': { fundedAccountId, reason: 'inactivity', finalBalance: 262, refundableOwnStake: 20 },
  'funded_account.stake_refunded': { fundedAccountId, ownStake: 20, profitForfeited: 12 },
  'funded_account.bonus_voided': { fundedAccountId, bonusAmount: 80 },
  ping: {},
}

/** The body of a webhook of this type. */
export const exampleOf = (eventType: OutgoingType | 'ping') => ({
  eventId: '019aa5f2-7c00-7000-8000-5f3b2a9c4d1e',
  eventType,
  userId: eventType === 'ping' ? '' : 'user-1001',
  timestamp: at,
  data: carried[eventType],
})

/** The body of an approval call. */
export const exampleOfApproval = {
  ...{ type: 'withdrawal', action: 'withdraw', userId: 'user-1001', amount: 60, currency: 'EUR' },
  ...{ tierId: '019aa5f2-7c00-7000-8000-5f3b2a9c4d20', programId: fundedAccountId },
  ...{ correlationId: exampleCorrelationId, timestamp: at },
}
