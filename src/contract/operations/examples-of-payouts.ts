import { exampleCorrelationId as correlationId } from '../schemas/examples-of-events.ts'

// What the service has answered around the first payout of a funded account: the reference shows it.

/** Also a part of where the player stands. */
export const withdrawable = {
  canRequest: true,
  reasons: [],
  withdrawableNow: 40,
  withdrawableGross: 50,
  currency: 'EUR',
  grossProfit: 50,
  profitSplitPercent: 80,
  payoutCount: 0,
  maxPayouts: null,
  payoutsRemaining: null,
  totalWithdrawn: 0,
  totalPayoutCap: null,
  payoutCapPercent: null,
  capRemaining: null,
  perPayoutCap: null,
  minPayout: null,
  payoutIntervalDays: null,
  nextPayoutAt: null,
  firstPayoutDeadlineAt: '2026-12-21T07:30:00.000Z',
  firstPayoutRequested: false,
  openStake: 0,
  openBets: 0,
  isLastPayout: false,
  ownStakeReturnable: 20,
  mandatoryPayoutThreshold: 375,
  pendingPayout: null,
  blockers: [],
}

export const answersOfWithdrawable = { 200: { 'Everything can be withdrawn': { ...withdrawable, correlationId } } }

const payout = {
  id: '019aa5f2-7c00-7000-8000-5f3b2a9c4d27',
  fundedAccountId: '019aa5f2-7c00-7000-8000-5f3b2a9c4d26',
  userId: 'user-1001',
  status: 'pending',
  number: 1,
  grossAmount: 50,
  userShare: 40,
  operatorShare: 10,
  profitSplitPercent: 80,
  ownStakeReturned: 20,
  totalPaid: 60,
  accountClosed: false,
  balanceAfter: null,
  currency: 'EUR',
  mandatory: false,
  requestedAt: '2026-11-21T07:30:00.000Z',
  decidedAt: null,
  decidedBy: null,
  reason: null,
}

const executed = {
  ...payout,
  ...{ status: 'executed', balanceAfter: 250, decidedAt: '2026-11-21T07:30:00.000Z', decidedBy: 'system' },
}

export const answersOfWithdraw = {
  200: {
    'Executed at once': {
      payout: executed,
      message: 'The payout is executed: the operator pays the player totalPaid',
      correlationId,
    },
  },
  202: {
    'Awaits the operator': { payout, message: 'The payout awaits the decision of the operator', correlationId },
  },
}

const byBackend = { decidedAt: '2026-11-21T07:30:00.000Z', decidedBy: 'server_key' }

export const answersOfListPayouts = {
  200: { 'One is to be decided on': { payouts: [payout], nextCursor: null, correlationId } },
}

export const answersOfConfirmPayout = {
  200: { 'Executed: pay the player totalPaid': { payout: { ...executed, ...byBackend }, correlationId } },
}

export const answersOfRejectPayout = {
  200: {
    Rejected: {
      payout: { ...payout, status: 'rejected', ...byBackend, reason: 'Documents are missing' },
      correlationId,
    },
  },
}
