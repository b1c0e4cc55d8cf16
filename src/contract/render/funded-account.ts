import type { UserId } from '../../core/ids.ts'
import { currentBalance, type FundedAccount } from '../../core/program.ts'
import { textOf } from '../instant-wire.ts'
import { amountOf, numberOfHundredths } from '../money-wire.ts'
import type * as wire from '../schemas/funded-account.ts'
import { orNull } from './or-null.ts'
import { renderBetCounts } from './program.ts'

/** A funded account as the history shows it. */
export const renderFundedAccount = (account: FundedAccount, userId: UserId): wire.FundedAccount => ({
  id: account.id,
  fundedAccountId: account.id,
  userId,
  challengeId: account.challengeId,
  challengeTierId: account.terms.tier.id,
  rulesetId: account.terms.funded.id,
  termsHash: account.terms.hash,
  status: account.status,
  endReason: null,
  currency: account.terms.currency,
  fundedAmount: amountOf(account.startingBalance),
  currentBalance: amountOf(currentBalance(account)),
  ownStake: amountOf(account.terms.tier.ownStake),
  refundableOwnStake: amountOf(account.refundableOwnStake),
  profitSplitPercent: numberOfHundredths(account.terms.tier.profitSplitPercent),
  ...renderBetCounts(account),
  payouts: [],
  startedAt: textOf(account.startedAt),
  endedAt: orNull(account.endedAt, textOf),
  finalBalance: orNull(account.finalBalance, amountOf),
})
