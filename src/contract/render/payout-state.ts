import type { Blocker } from '../../core/funded/blocker.ts'
import { payoutStateOf } from '../../core/funded/payout-state.ts'
import type { UserId } from '../../core/ids.ts'
import type { Instant } from '../../core/instant.ts'
import { cents, ZERO } from '../../core/money.ts'
import type { FundedAccount } from '../../core/program.ts'
import { textOf } from '../instant-wire.ts'
import { amountOf, numberOfHundredths } from '../money-wire.ts'
import type * as wire from '../schemas/payout.ts'
import { orNull } from './or-null.ts'
import { renderPayout } from './payout.ts'

/** The player's answer to 'when can I?', as of `now`. Rules 10.2 to 10.7 */
export function renderPayoutState(account: FundedAccount, userId: UserId, now: Instant): wire.PayoutState {
  const state = payoutStateOf(account, now)
  const { unblocked } = state
  const { tier, currency } = account.terms
  return {
    canRequest: state.canRequest,
    reasons: [...state.reasons],
    withdrawableNow: amountOf(state.withdrawableNow),
    withdrawableGross: amountOf(state.withdrawableGross),
    currency,
    grossProfit: amountOf(unblocked.grossProfit),
    profitSplitPercent: numberOfHundredths(tier.profitSplitPercent),
    payoutCount: account.payoutCount,
    maxPayouts: tier.fundedMaxPayouts,
    payoutsRemaining: state.payoutsRemaining,
    totalWithdrawn: amountOf(account.totalWithdrawn),
    totalPayoutCap: orNull(tier.fundedTotalPayoutCap, amountOf),
    payoutCapPercent: orNull(tier.fundedPayoutCapPercent, numberOfHundredths),
    capRemaining: orNull(unblocked.capRemaining, amountOf),
    perPayoutCap: orNull(tier.fundedPerPayoutCap, amountOf),
    minPayout: orNull(unblocked.minPayout, amountOf),
    payoutIntervalDays: tier.fundedPayoutIntervalDays,
    nextPayoutAt: orNull(state.nextPayoutAt, textOf),
    firstPayoutDeadlineAt: orNull(state.firstPayoutDeadlineAt, textOf),
    firstPayoutRequested: account.firstPayoutAsked,
    openStake: amountOf(account.balances.reserved),
    openBets: account.betsOpen,
    isLastPayout: unblocked.isLast,
    ownStakeReturnable: amountOf(account.payoutCount === 0 ? account.refundableOwnStake : ZERO),
    mandatoryPayoutThreshold: orNull(state.mandatoryPayoutThreshold, amountOf),
    pendingPayout: orNull(state.pendingPayout, (payout) => renderPayout(payout, { userId, currency })),
    blockers: state.blockers.map(renderBlocker),
  }
}

function renderBlocker({ code, unblocksAt, need, have, unit }: Blocker) {
  const render = (value: number): number => (unit === 'cents' ? amountOf(cents(value)) : value)
  return { code, unblocksAt: orNull(unblocksAt, textOf), need: orNull(need, render), have: orNull(have, render) }
}
