import { type Static, Type } from 'typebox'
import { challengeStatuses, failureReasons } from '../../core/program.ts'
import { amount, count, moment, nullable, nullableAmount, oneOf, percentage, text, uuid } from './scalars.ts'

export const challengeStatus = oneOf(challengeStatuses, {
  description:
    'active until it passes or ends; passed_pending_choice until the player continues, takes the refund or cancels',
})

/** A challenge with all that is known of it. */
export const Challenge = Type.Object(
  {
    id: uuid('The challenge'),
    tenantId: uuid('The tenant'),
    userId: text("The operator's id of the player"),
    challengeTierId: uuid('The tier that was bought'),
    rulesetId: uuid('The ruleset of the challenge phase, in the version that was bought'),
    termsHash: text('Names the terms that it was bought under'),
    status: challengeStatus,
    failureReason: nullable(
      oneOf(failureReasons, {
        description: 'Why it failed; null unless it did',
      }),
    ),
    currency: text('ISO 4217 code'),
    ownStake: amount('What the player paid'),
    bonusAmount: amount('What the operator added'),
    refundableOwnStake: amount('The own stake while a refund is possible or may become so, then 0'),
    startingBalance: amount('Own stake and bonus'),
    currentBalance: amount('The balance in the ledger, open stakes included; 0 once it has ended'),
    reserved: amount('The stakes of open bets'),
    available: amount('What can be staked now'),
    targetBalance: amount('The balance that passes'),
    peakBalance: amount('The highest balance so far'),
    lowestBalance: amount('The lowest balance so far'),
    totalDrawdown: amount('Starting balance less the lowest one'),
    drawdownPercent: percentage('totalDrawdown as a share of the starting balance, to 2 decimals'),
    dailyLoss: amount('The losses of the current UTC day'),
    durationDays: count('Days of 24 hours until expiry'),
    activeDays: count('UTC days with an accepted bet'),
    minActiveDays: count('Active days that a pass takes'),
    minBetsRequired: count('Accepted bets that a pass takes'),
    totalBetsPlaced: count('Accepted and rejected placements'),
    totalBetsAccepted: count('Accepted placements'),
    totalBetsRejected: count('Rejected placements'),
    openBets: count('Accepted bets that are not settled'),
    cooldownUntil: nullable(moment('Until when bets are refused; null outside of a cooldown')),
    createdAt: moment('When it started'),
    startedAt: moment('When it started'),
    expiresAt: moment('startedAt and durationDays'),
    passedAt: nullable(moment('When it passed')),
    endedAt: nullable(moment('When it ended')),
    finalBalance: nullableAmount('The balance at its end'),
  },
  { title: 'Challenge' },
)
export type Challenge = Static<typeof Challenge>
