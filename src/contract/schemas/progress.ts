import { type Static, Type } from 'typebox'
import { challengeStatus } from './challenge.ts'
import { fundedStatus } from './funded-account.ts'
import { LimitsNow } from './limits-now.ts'
import { PayoutState } from './payout.ts'
import {
  amount,
  correlationId,
  count,
  flag,
  knownText,
  moment,
  nullable,
  nullableAmount,
  percentage,
  text,
  uuid,
} from './scalars.ts'

const type = <const Name extends string>(name: Name) =>
  Type.Literal(name, { description: 'Which of the four shapes this is' })
const selfExcluded = flag('Whether the player is self-excluded: no purchase then')
const asOf = moment(
  "The tenant's time that all of this holds at: what a page counts down from, whatever its own clock says",
)

export const ChallengeProgress = Type.Object(
  {
    type: type('challenge'),
    challengeId: uuid('The challenge'),
    status: challengeStatus,
    currency: text('ISO 4217 code'),
    currentBalance: amount('The balance in the ledger, open stakes included'),
    targetBalance: amount('The balance that passes'),
    startingBalance: amount('Own stake and bonus'),
    reserved: amount('The stakes of open bets'),
    available: amount('What can be staked now'),
    dailyLoss: amount('The losses of the current UTC day'),
    daysElapsed: count('UTC midnights since the start'),
    daysRemaining: count('durationDays less daysElapsed, at least 0'),
    activeDays: count('UTC days with an accepted bet'),
    totalBetsPlaced: count('Accepted and rejected placements'),
    totalBetsAccepted: count('Accepted placements'),
    totalBetsRejected: count('Rejected placements'),
    minBetsRequired: count('Accepted bets that a pass takes'),
    minActiveDays: count('Active days that a pass takes'),
    openBets: count('Accepted bets that are not settled'),
    cooldownUntil: nullable(moment('Until when bets are refused; null outside of a cooldown')),
    limitsNow: LimitsNow,
    startedAt: moment('When it started'),
    expiresAt: moment('When it expires'),
    selfExcluded,
    asOf,
    correlationId,
  },
  { title: 'ChallengeProgress' },
)
export type ChallengeProgress = Static<typeof ChallengeProgress>

export const PassedProgress = Type.Object(
  {
    type: type('challenge_passed'),
    challengeId: uuid('The challenge'),
    status: challengeStatus,
    currency: text('ISO 4217 code'),
    programBalance: amount('The balance, which stays as it was at the pass'),
    targetBalance: amount('The balance that passed'),
    ownStake: amount('What the player paid'),
    bonusAmount: amount('What the operator added'),
    refundableOwnStake: amount('What a refund pays'),
    choices: Type.Array(knownText(['continue', 'refund'], 'A choice'), { description: 'continue, refund' }),
    passedAt: nullable(moment('When it passed')),
    selfExcluded,
    asOf,
    correlationId,
  },
  { title: 'PassedProgress' },
)
export type PassedProgress = Static<typeof PassedProgress>

export const FundedProgress = Type.Object(
  {
    type: type('funded_account'),
    fundedAccountId: uuid('The funded account'),
    challengeId: uuid('The challenge that led to it'),
    status: fundedStatus,
    currency: text('ISO 4217 code'),
    currentBalance: amount('The balance in the ledger, open stakes included'),
    fundedAmount: amount('What the account started with'),
    ownStake: amount('What the player paid for the challenge'),
    nonWithdrawableBonus: amount('The bonus of the challenge'),
    refundableOwnStake: amount('The own stake until it is returned'),
    stakeRefundable: flag('Whether the own stake can be refunded in the funded phase'),
    rawProfit: amount('The balance above the funded amount, at least 0'),
    earnedProfit: amount("The user's share of rawProfit"),
    withdrawableProfit: amount('The same as payout.withdrawableNow'),
    isWithdrawable: flag('The same as payout.canRequest'),
    profitSplitPercent: percentage("The player's share of the profit"),
    payoutCapPercent: nullable(percentage('Most that the account pays out for life, as a share of the funded amount')),
    totalPayoutCap: nullableAmount("Most that the account pays out for life, on the user's share"),
    maxPayouts: nullable(count('Most payouts')),
    payoutCount: count('Payouts so far'),
    totalWithdrawn: amount("The user's shares paid so far"),
    firstPayoutDeadlineAt: nullable(moment('The same as payout.firstPayoutDeadlineAt')),
    inactivityDeadlineAt: nullable(
      moment('When the account ends unless a bet is accepted or a payout made before; null while a payout waits'),
    ),
    reserved: amount('The stakes of open bets'),
    openStake: amount('The stakes of open bets'),
    available: amount('What can be staked now'),
    totalBetsPlaced: count('Accepted and rejected placements'),
    totalBetsAccepted: count('Accepted placements'),
    totalBetsRejected: count('Rejected placements'),
    dailyLoss: amount('The losses of the current UTC day'),
    openBets: count('Accepted bets that are not settled'),
    cooldownUntil: nullable(moment('Until when bets are refused; null outside of a cooldown')),
    limitsNow: LimitsNow,
    payout: PayoutState,
    selfExcluded,
    asOf,
    correlationId,
  },
  { title: 'FundedProgress' },
)
export type FundedProgress = Static<typeof FundedProgress>

export const NoProgress = Type.Object(
  {
    type: type('none'),
    message: text('For people'),
    purchaseCooldownUntil: nullable(
      moment('From when on a challenge can be bought again after one that failed or was cancelled; null: now'),
    ),
    selfExcluded,
    asOf,
    correlationId,
  },
  { title: 'NoProgress' },
)
export type NoProgress = Static<typeof NoProgress>

/** Where the player stands. */
export const Progress = Type.Union([ChallengeProgress, PassedProgress, FundedProgress, NoProgress], {
  title: 'Progress',
})
export type Progress = Static<typeof Progress>
