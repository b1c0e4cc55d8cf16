import { daysAfter, type Instant } from '../../core/instant.ts'
import { larger, percentFloor, subtract, ZERO } from '../../core/money.ts'
import { currentBalance, type FundedAccount } from '../../core/program.ts'
import { textOf } from '../instant-wire.ts'
import { amountOf, numberOfHundredths } from '../money-wire.ts'
import { orNull } from './or-null.ts'
import { renderStakes } from './program.ts'

/** Where a funded account stands. Nothing can be withdrawn yet: payouts are not open. */
export function renderFundedProgress(account: FundedAccount, now: Instant) {
  const { tier, currency } = account.terms
  const balance = currentBalance(account)
  const rawProfit = larger(ZERO, subtract(balance, account.startingBalance))
  const stakes = renderStakes(account, now)
  const payout = {
    canRequest: false,
    reasons: rawProfit > 0 ? [] : ['no_profit'],
    withdrawableNow: 0,
    withdrawableGross: 0,
  }
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
    earnedProfit: amountOf(percentFloor(rawProfit, tier.profitSplitPercent)),
    withdrawableProfit: payout.withdrawableNow,
    isWithdrawable: payout.canRequest,
    profitSplitPercent: numberOfHundredths(tier.profitSplitPercent),
    payoutCapPercent: orNull(tier.fundedPayoutCapPercent, numberOfHundredths),
    totalPayoutCap: orNull(tier.fundedTotalPayoutCap, amountOf),
    maxPayouts: tier.fundedMaxPayouts,
    payoutCount: 0,
    totalWithdrawn: 0,
    firstPayoutDeadlineAt: orNull(tier.fundedFirstPayoutDays, (days) => textOf(daysAfter(account.startedAt, days))),
    ...stakes,
    openStake: stakes.reserved,
    payout,
  } as const
}
