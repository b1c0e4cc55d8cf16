import { inactivityDeadline } from '../../core/funded/deadlines.ts'
import { larger, subtract, userShareOf, ZERO } from '../../core/money.ts'
import { currentBalance, type FundedAccount } from '../../core/program.ts'
import { textOf } from '../instant-wire.ts'
import { amountOf, numberOfHundredths } from '../money-wire.ts'
import type { Viewed } from './challenge.ts'
import { orNull } from './or-null.ts'
import { renderPayoutState } from './payout-state.ts'
import { renderStakes } from './program.ts'

type Seen = Pick<Viewed, 'userId' | 'now'>

/** Where a funded account stands, its payouts included. */
export function renderFundedProgress(account: FundedAccount, { userId, now }: Seen) {
  const { tier, currency } = account.terms
  const balance = currentBalance(account)
  const rawProfit = larger(ZERO, subtract(balance, account.startingBalance))
  const stakes = renderStakes(account, now)
  const payout = renderPayoutState(account, userId, now)
  return {
    type: 'funded_account',
    fundedAccountId: account.id,
    challengeId: account.challengeId,
    status: account.status,
    currency,
    currentBalance: amountOf(balance),
    fundedAmount: amountOf(account.startingBalance),
    ownStake: amountOf(tier.ownStake),
    nonWithdrawableBonus: amountOf(tier.bonusAmount),
    refundableOwnStake: amountOf(account.refundableOwnStake),
    stakeRefundable: tier.fundedStakeRefundable,
    rawProfit: amountOf(rawProfit),
    earnedProfit: amountOf(userShareOf(rawProfit, tier.profitSplitPercent)),
    withdrawableProfit: payout.withdrawableNow,
    isWithdrawable: payout.canRequest,
    profitSplitPercent: numberOfHundredths(tier.profitSplitPercent),
    payoutCapPercent: payout.payoutCapPercent,
    totalPayoutCap: payout.totalPayoutCap,
    maxPayouts: payout.maxPayouts,
    payoutCount: payout.payoutCount,
    totalWithdrawn: payout.totalWithdrawn,
    firstPayoutDeadlineAt: payout.firstPayoutDeadlineAt,
    inactivityDeadlineAt: orNull(inactivityDeadline(account), textOf),
    ...stakes,
    openStake: stakes.reserved,
    payout,
  } as const
}
