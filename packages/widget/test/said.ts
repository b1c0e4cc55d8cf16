import type { ChallengeProgress, FundedProgress, NoProgress, PayoutState } from '../src/data/state.ts'
import { Speech } from '../src/view/speech.ts'
import { de } from '../src/words/de.ts'
import { en } from '../src/words/en.ts'
import { es } from '../src/words/es.ts'

const words = { en, de, es }

/** What a player hears in a language. */
export const saying = (language: keyof typeof words = 'en', locale: string = language, currency = 'EUR'): Speech =>
  new Speech({ locale, language, words: words[language], direction: 'ltr' }, currency)

export const NOON = Date.UTC(2026, 2, 2, 12)

export const nothing = (more: Partial<NoProgress> = {}): NoProgress => ({
  type: 'none',
  message: 'Nothing',
  purchaseCooldownUntil: null,
  selfExcluded: false,
  asOf: '2026-03-02T12:00:00.000Z',
  correlationId: 'x',
  ...more,
})

export const limits = (more: Partial<ChallengeProgress['limitsNow']> = {}): ChallengeProgress['limitsNow'] => ({
  maxStake: 18.75,
  dailyLossRemaining: 25,
  drawdownRemaining: 35,
  minStake: 1,
  minOdds: 1.5,
  maxOdds: 10,
  maxSelections: 5,
  ...more,
})

export const challenge = (more: Partial<ChallengeProgress> = {}): ChallengeProgress => ({
  type: 'challenge',
  challengeId: 'c',
  status: 'active',
  currency: 'EUR',
  currentBalance: 75,
  targetBalance: 150,
  startingBalance: 100,
  reserved: 18.75,
  available: 56.25,
  openBets: 1,
  dailyLoss: 25,
  daysElapsed: 1,
  daysRemaining: 29,
  activeDays: 1,
  totalBetsPlaced: 3,
  totalBetsAccepted: 2,
  totalBetsRejected: 1,
  minBetsRequired: 10,
  minActiveDays: 5,
  cooldownUntil: null,
  limitsNow: limits(),
  startedAt: '2026-03-01T12:00:00.000Z',
  expiresAt: '2026-03-31T12:00:00.000Z',
  selfExcluded: false,
  asOf: '2026-03-02T12:00:00.000Z',
  correlationId: 'x',
  ...more,
})

export const payoutState = (more: Partial<PayoutState> = {}): PayoutState => ({
  canRequest: true,
  reasons: [],
  withdrawableNow: 98.76,
  withdrawableGross: 123.45,
  currency: 'EUR',
  grossProfit: 123.45,
  profitSplitPercent: 80,
  payoutCount: 0,
  maxPayouts: null,
  payoutsRemaining: null,
  totalWithdrawn: 0,
  totalPayoutCap: null,
  payoutCapPercent: null,
  capRemaining: null,
  perPayoutCap: null,
  minPayout: 10,
  payoutIntervalDays: null,
  nextPayoutAt: null,
  firstPayoutDeadlineAt: null,
  firstPayoutRequested: false,
  openStake: 0,
  openBets: 0,
  isLastPayout: false,
  ownStakeReturnable: 20,
  mandatoryPayoutThreshold: 750,
  pendingPayout: null,
  blockers: [],
  ...more,
})

export const funded = (payout: Partial<PayoutState> = {}, more: Partial<FundedProgress> = {}): FundedProgress => ({
  type: 'funded_account',
  fundedAccountId: 'f',
  challengeId: 'c',
  status: 'active',
  currency: 'EUR',
  currentBalance: 623.45,
  fundedAmount: 500,
  ownStake: 20,
  nonWithdrawableBonus: 80,
  refundableOwnStake: 20,
  stakeRefundable: true,
  rawProfit: 123.45,
  earnedProfit: 98.76,
  withdrawableProfit: 98.76,
  isWithdrawable: true,
  profitSplitPercent: 80,
  payoutCapPercent: null,
  totalPayoutCap: null,
  maxPayouts: null,
  payoutCount: 0,
  totalWithdrawn: 0,
  firstPayoutDeadlineAt: null,
  inactivityDeadlineAt: '2026-03-15T12:00:00.000Z',
  reserved: 0,
  openStake: 0,
  available: 623.45,
  openBets: 0,
  totalBetsPlaced: 1,
  totalBetsAccepted: 1,
  totalBetsRejected: 0,
  dailyLoss: 0,
  cooldownUntil: null,
  limitsNow: limits(),
  payout: payoutState(payout),
  selfExcluded: false,
  asOf: '2026-03-02T12:00:00.000Z',
  correlationId: 'x',
  ...more,
})
