import { type Static, Type } from 'typebox'
import { payoutRefusals, payoutStatuses } from '../../core/funded/payout.ts'
import {
  amount,
  correlationId,
  count,
  flag,
  knownText,
  moment,
  nextCursor,
  nullable,
  nullableAmount,
  oneOf,
  percentage,
  remarkIn,
  takenAmountIn,
  text,
  uuid,
} from './scalars.ts'

export const payoutStatus = oneOf(payoutStatuses, { description: 'pending until it is decided' })

/** A share of the profit on its way to the player. */
export const Payout = Type.Object(
  {
    id: uuid('The payout'),
    fundedAccountId: uuid('The funded account that pays'),
    userId: text("The operator's id of the player"),
    status: payoutStatus,
    number: count('Which payout of the account this is, or would have been: 1 for the first'),
    grossAmount: amount('What leaves the balance'),
    userShare: amount("The player's share of it, down to the cent"),
    operatorShare: amount("The operator's part, which is the rest"),
    profitSplitPercent: percentage("The player's share of the profit"),
    ownStakeReturned: amount(
      'The own stake, which the first payout returns; 0 with every other. Of one that was rejected nothing was paid',
    ),
    totalPaid: amount(
      'userShare and ownStakeReturned: what the operator pays, or would have paid had it not been rejected',
    ),
    accountClosed: flag('Whether it closed the account'),
    balanceAfter: nullableAmount('The balance once it was executed; null before'),
    currency: text('ISO 4217 code'),
    mandatory: flag('Whether the service requested it at the mandatory threshold'),
    requestedAt: moment('When it was requested'),
    decidedAt: nullable(moment('When it was executed or rejected; null while it is pending')),
    decidedBy: nullable(text('Who decided; system is the service itself')),
    reason: nullable(text('Why it was rejected')),
  },
  { title: 'Payout' },
)
export type Payout = Static<typeof Payout>

/** One thing that stands in the way of a payout, and what would lift it. */
const PayoutBlocker = Type.Object(
  {
    code: knownText(payoutRefusals, 'The reason'),
    unblocksAt: nullable(moment('When time alone lifts it; null where it does not')),
    need: nullable(
      Type.Number({ description: 'How much or how many it takes, or are allowed; null where it is no number' }),
    ),
    have: nullable(Type.Number({ description: 'How much or how many there are' })),
  },
  { title: 'PayoutBlocker' },
)

/** Whether a payout can be requested, of how much, and if not, when. */
export const PayoutState = Type.Object(
  {
    canRequest: flag('Whether a payout can be requested now'),
    reasons: Type.Array(knownText(payoutRefusals, 'A reason'), { description: 'Everything that stands in the way' }),
    withdrawableNow: amount("The user's share that a request can ask for now; 0 while anything stands in the way"),
    withdrawableGross: amount('The gross amount that can be taken now; 0 while anything stands in the way'),
    currency: text('ISO 4217 code'),
    grossProfit: amount('What stands above the funded amount once the stakes of open bets are taken off; at least 0'),
    profitSplitPercent: percentage("The player's share of the profit"),
    payoutCount: count('Payouts so far'),
    maxPayouts: nullable(count('Most payouts; null is no limit')),
    payoutsRemaining: nullable(count('How many are left; null is no limit')),
    totalWithdrawn: amount("The user's shares paid so far"),
    totalPayoutCap: nullableAmount("Most that the account pays out for life, on the user's share; null is no limit"),
    payoutCapPercent: nullable(percentage('The same as a share of the funded amount; null is no limit')),
    capRemaining: nullableAmount('What the stricter of the two leaves; null where there is neither'),
    perPayoutCap: nullableAmount("Most of one payout, on the user's share; null is no limit"),
    minPayout: nullableAmount("Smallest payout, on the user's share; null where none is set or the cap leaves less"),
    payoutIntervalDays: nullable(count('Days between two payouts; null is no gap')),
    nextPayoutAt: nullable(moment('From when on the gap allows the next payout; null without a gap or a payout')),
    firstPayoutDeadlineAt: nullable(
      moment(
        'By when the first payout must be requested; a request in time satisfies it for good, even if it is rejected; null without a deadline and once a payout was executed',
      ),
    ),
    firstPayoutRequested: flag(
      'Whether a payout was ever requested, whatever became of it: then firstPayoutDeadlineAt ends nothing any more',
    ),
    openStake: amount('The stakes of open bets'),
    openBets: count('Open bets'),
    isLastPayout: flag('Whether the next payout is the last one, which takes the whole profit and closes the account'),
    ownStakeReturnable: amount('The own stake that the next payout returns; 0 once it was returned'),
    mandatoryPayoutThreshold: nullableAmount(
      'The balance without open stakes at which the service requests a payout itself; null is never',
    ),
    pendingPayout: Type.Union([Payout, Type.Null()], { description: 'The payout that awaits its decision, or null' }),
    blockers: Type.Array(PayoutBlocker, { description: 'For each reason: when it lifts, or what is missing' }),
  },
  { title: 'PayoutState' },
)
export type PayoutState = Static<typeof PayoutState>

export const Withdrawable = Type.Object({ ...PayoutState.properties, correlationId }, { title: 'Withdrawable' })

export const WithdrawRequest = Type.Object(
  {
    grossAmount: takenAmountIn('What shall leave the balance; the player gets the share of it that the tier sets'),
  },
  { title: 'WithdrawRequest' },
)

export const Withdrawal = Type.Object(
  { payout: Payout, message: text('For people'), correlationId },
  { title: 'Withdrawal' },
)

export const PayoutAnswer = Type.Object({ payout: Payout, correlationId }, { title: 'PayoutAnswer' })

export const PayoutList = Type.Object(
  { payouts: Type.Array(Payout, { description: 'Newest first' }), nextCursor, correlationId },
  { title: 'PayoutList' },
)

/** A rejection may be silent about its reason. */
export const PayoutRejection = nullable(
  Type.Object(
    {
      reason: Type.Optional(nullable(remarkIn('Why, for the history of the player', 'Documents are missing'))),
    },
    { title: 'PayoutRejection' },
  ),
)

export const FundedStakeRefunded = Type.Object(
  {
    ownStake: amount('What the operator pays back'),
    bonusAmount: amount('The bonus, which is void'),
    profitForfeited: amount('The profit above the funded amount, which stays with the operator'),
    message: text('For people'),
    correlationId,
  },
  { title: 'FundedStakeRefunded' },
)
