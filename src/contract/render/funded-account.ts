import type { Payout } from '../../core/funded/payout.ts'
import type { UserId } from '../../core/ids.ts'
import { currentBalance, type FundedAccount } from '../../core/program.ts'
import { textOf } from '../instant-wire.ts'
import { amountOf, numberOfHundredths } from '../money-wire.ts'
import type * as wire from '../schemas/funded-account.ts'
import { orNull } from './or-null.ts'
import { renderPayout } from './payout.ts'
import { renderBetCounts } from './program.ts'

/** A funded account as the history shows it, with its payouts, of which the oldest comes first here. */
export const renderFundedAccount = (
  account: FundedAccount,
  payouts: readonly Payout[],
  userId: UserId,
): wire.FundedAccount => ({
  id: account.id,
  fundedAccountId: account.id,
  userId,
  challengeId: account.challengeId,
  challengeTierId: account.terms.tier.id,
  rulesetId: account.terms.funded.id,
  termsHash: account.terms.hash,
  status: account.status,
  endReason: account.endReason,
  currency: account.terms.currency,
  fundedAmount: amountOf(account.startingBalance),
  currentBalance: amountOf(currentBalance(account)),
  ownStake: amountOf(account.terms.tier.ownStake),
  refundableOwnStake: amountOf(account.refundableOwnStake),
  profitSplitPercent: numberOfHundredths(account.terms.tier.profitSplitPercent),
  ...renderBetCounts(account),
  payoutCount: account.payoutCount,
  totalWithdrawn: amountOf(account.totalWithdrawn),
  payouts: payouts.map((payout) => renderPayout(payout, { userId, currency: account.terms.currency })).reverse(),
  startedAt: textOf(account.startedAt),
  endedAt: orNull(account.endedAt, textOf),
  finalBalance: orNull(account.finalBalance, amountOf),
})
