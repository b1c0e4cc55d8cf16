import { type Static, Type } from 'typebox'
import { fundedEndReasons, fundedStatuses } from '../../core/program.ts'
import { Payout } from './payout.ts'
import { amount, count, knownText, moment, nullable, nullableAmount, oneOf, percentage, text, uuid } from './scalars.ts'

export const fundedStatus = oneOf(fundedStatuses, { description: 'active until it ends' })

/** A funded account as the history shows it. */
export const FundedAccount = Type.Object(
  {
    id: uuid('The funded account'),
    fundedAccountId: uuid('The same as id'),
    userId: text("The operator's id of the player"),
    challengeId: uuid('The challenge that led to it'),
    challengeTierId: uuid('The tier that was bought'),
    rulesetId: uuid('The ruleset of the funded phase, in the version that was bought'),
    termsHash: text('Names the terms that it was bought under'),
    status: fundedStatus,
    endReason: nullable(knownText(fundedEndReasons, 'Why it ended; null while it runs')),
    currency: text('ISO 4217 code'),
    fundedAmount: amount('What it started with'),
    currentBalance: amount('The balance in the ledger; 0 once it has ended'),
    ownStake: amount('What the player paid for the challenge'),
    refundableOwnStake: amount('The own stake until it is returned or forfeited, then 0'),
    profitSplitPercent: percentage("The player's share of the profit"),
    totalBetsPlaced: count('Accepted and rejected placements'),
    totalBetsAccepted: count('Accepted placements'),
    totalBetsRejected: count('Rejected placements'),
    payoutCount: count('Executed payouts'),
    totalWithdrawn: amount("The user's shares of them"),
    payouts: Type.Array(Payout, { description: 'Its payouts, the rejected ones too, newest first' }),
    startedAt: moment('When it opened'),
    endedAt: nullable(moment('When it ended')),
    finalBalance: nullableAmount('The balance at its end'),
  },
  { title: 'FundedAccount' },
)
export type FundedAccount = Static<typeof FundedAccount>
