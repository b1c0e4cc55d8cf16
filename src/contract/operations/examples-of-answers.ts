import { NO_PROGRAM } from '../../core/bet/place-bet.ts'
import { exampleCorrelationId as correlationId } from '../schemas/examples-of-events.ts'
import { withdrawable } from './examples-of-payouts.ts'

// What the service has answered to a player who bought, bet, passed and was paid: the reference shows it.

const verdict = {
  betEventId: '019aa5f2-7c00-7000-8000-5f3b2a9c4d1e',
  status: 'accepted',
  flagReason: null,
  duplicate: false,
  validationResult: { status: 'accepted', reasonCodes: [], reasons: [] },
}
const tooHigh = {
  status: 'rejected',
  reasonCodes: ['max_stake_exceeded'],
  reasons: [{ code: 'max_stake_exceeded', unit: 'currency', actual: 25, limit: 10 }],
}

export const answersOfValidateBet = {
  200: {
    'It would be accepted': { validationResult: verdict.validationResult, correlationId },
    'It would be rejected': { validationResult: tooHigh, correlationId },
  },
}

export const answersOfRecordBet = {
  200: {
    Accepted: { ...verdict, correlationId },
    'Rejected: do not take the bet': { ...verdict, status: 'rejected', validationResult: tooHigh, correlationId },
    'Sent before': { ...verdict, duplicate: true, correlationId },
    'Flagged: won after lost': { ...verdict, status: 'flagged', flagReason: 'conflicting_settlement', correlationId },
  },
  202: { 'In async mode': { betEventId: verdict.betEventId, status: 'queued', correlationId } },
}

const undecided = { betEventId: null, status: null, flagReason: null, duplicate: false, validationResult: null }
const item = { index: 0, externalBetId: 'bet-77301', httpStatus: 200, ...verdict, error: null, message: null }

export const answersOfRecordBets = {
  200: {
    'One was accepted, the other failed': {
      results: [
        item,
        {
          ...{ index: 1, externalBetId: 'bet-77302', httpStatus: 404, ...undecided },
          ...{ error: 'not_found', message: NO_PROGRAM },
        },
      ],
      summary: { accepted: 1, rejected: 0, flagged: 0, duplicate: 0, queued: 0, failed: 1 },
      correlationId,
    },
  },
}

const challenge = {
  id: '019aa5f2-7c00-7000-8000-5f3b2a9c4d1e',
  tenantId: '019aa5f2-7c00-7000-8000-5f3b2a9c4d1f',
  userId: 'user-1001',
  challengeTierId: '019aa5f2-7c00-7000-8000-5f3b2a9c4d20',
  rulesetId: '019aa5f2-7c00-7000-8000-5f3b2a9c4d21',
  termsHash: 'b6a3f86a536fed303a2d7c15f6bde45d05e50fddcd94038407987c66981ed7e3',
  status: 'active',
  failureReason: null,
  currency: 'EUR',
  ownStake: 20,
  bonusAmount: 80,
  refundableOwnStake: 20,
  startingBalance: 100,
  currentBalance: 100,
  reserved: 0,
  available: 100,
  targetBalance: 150,
  peakBalance: 100,
  lowestBalance: 100,
  totalDrawdown: 0,
  drawdownPercent: 0,
  dailyLoss: 0,
  durationDays: 30,
  activeDays: 0,
  minActiveDays: 5,
  minBetsRequired: 10,
  totalBetsPlaced: 0,
  totalBetsAccepted: 0,
  totalBetsRejected: 0,
  openBets: 0,
  cooldownUntil: null,
  createdAt: '2026-11-21T07:30:00.000Z',
  startedAt: '2026-11-21T07:30:00.000Z',
  expiresAt: '2026-12-21T07:30:00.000Z',
  passedAt: null,
  endedAt: null,
  finalBalance: null,
}

export const answersOfPurchase = { 201: { 'The challenge that began': { challenge, correlationId } } }

const inChallenge = {
  type: 'challenge',
  challengeId: '019aa5f2-7c00-7000-8000-5f3b2a9c4d1e',
  status: 'active',
  currency: 'EUR',
  currentBalance: 90,
  targetBalance: 150,
  startingBalance: 100,
  reserved: 0,
  available: 90,
  dailyLoss: 10,
  daysElapsed: 0,
  daysRemaining: 30,
  activeDays: 1,
  totalBetsPlaced: 2,
  totalBetsAccepted: 1,
  totalBetsRejected: 1,
  minBetsRequired: 10,
  minActiveDays: 5,
  openBets: 0,
  cooldownUntil: null,
  limitsNow: {
    maxStake: 9,
    dailyLossRemaining: 10,
    drawdownRemaining: 40,
    minStake: 1,
    minOdds: 1.5,
    maxOdds: 10,
    maxSelections: 5,
  },
  startedAt: '2026-11-21T07:30:00.000Z',
  expiresAt: '2026-12-21T07:30:00.000Z',
  selfExcluded: false,
  asOf: '2026-11-21T07:30:00.000Z',
}

const passed = {
  type: 'challenge_passed',
  challengeId: '019aa5f2-7c00-7000-8000-5f3b2a9c4d25',
  status: 'passed_pending_choice',
  currency: 'EUR',
  programBalance: 120,
  targetBalance: 120,
  ownStake: 20,
  bonusAmount: 80,
  refundableOwnStake: 20,
  choices: ['continue', 'refund'],
  passedAt: '2026-11-21T07:30:00.000Z',
  selfExcluded: false,
  asOf: '2026-11-21T07:30:00.000Z',
}

const inFundedAccount = {
  type: 'funded_account',
  fundedAccountId: '019aa5f2-7c00-7000-8000-5f3b2a9c4d26',
  challengeId: '019aa5f2-7c00-7000-8000-5f3b2a9c4d25',
  status: 'active',
  currency: 'EUR',
  currentBalance: 300,
  fundedAmount: 250,
  ownStake: 20,
  nonWithdrawableBonus: 80,
  refundableOwnStake: 20,
  stakeRefundable: false,
  rawProfit: 50,
  earnedProfit: 40,
  withdrawableProfit: 40,
  isWithdrawable: true,
  profitSplitPercent: 80,
  payoutCapPercent: null,
  totalPayoutCap: null,
  maxPayouts: null,
  payoutCount: 0,
  totalWithdrawn: 0,
  firstPayoutDeadlineAt: '2026-12-21T07:30:00.000Z',
  inactivityDeadlineAt: '2026-12-05T07:30:00.000Z',
  reserved: 0,
  openStake: 0,
  available: 300,
  totalBetsPlaced: 1,
  totalBetsAccepted: 1,
  totalBetsRejected: 0,
  dailyLoss: 0,
  openBets: 0,
  cooldownUntil: null,
  limitsNow: {
    maxStake: 300,
    dailyLossRemaining: null,
    drawdownRemaining: null,
    minStake: 1,
    minOdds: null,
    maxOdds: null,
    maxSelections: null,
  },
  payout: withdrawable,
  selfExcluded: false,
  asOf: '2026-11-21T07:30:00.000Z',
}

const nothing = {
  type: 'none',
  message: NO_PROGRAM,
  purchaseCooldownUntil: null,
  selfExcluded: false,
  asOf: '2026-11-21T07:30:00.000Z',
}

export const answersOfProgress = {
  200: {
    'In a challenge': { ...inChallenge, correlationId },
    'A choice is awaited': { ...passed, correlationId },
    'In a funded account': { ...inFundedAccount, correlationId },
    Nothing: { ...nothing, correlationId },
  },
}
