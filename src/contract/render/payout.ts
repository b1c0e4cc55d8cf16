import type { Payout } from '../../core/funded/payout.ts'
import type { UserId } from '../../core/ids.ts'
import { add } from '../../core/money.ts'
import { textOf } from '../instant-wire.ts'
import { amountOf, numberOfHundredths } from '../money-wire.ts'
import type * as wire from '../schemas/payout.ts'
import { orNull } from './or-null.ts'

/** Whom a payout belongs to, and what it is paid in. */
export interface PayoutView {
  readonly userId: UserId
  readonly currency: string
}

/** The whole of a payout. Rules 10.1 */
export const renderPayout = (payout: Payout, { userId, currency }: PayoutView): wire.Payout => ({
  id: payout.id,
  fundedAccountId: payout.programId,
  userId,
  status: payout.status,
  number: payout.number,
  grossAmount: amountOf(payout.grossAmount),
  userShare: amountOf(payout.userShare),
  operatorShare: amountOf(payout.operatorShare),
  profitSplitPercent: numberOfHundredths(payout.profitSplitPercent),
  ownStakeReturned: amountOf(payout.ownStakeReturned),
  totalPaid: amountOf(add(payout.userShare, payout.ownStakeReturned)),
  accountClosed: payout.accountClosed,
  balanceAfter: orNull(payout.balanceAfter, amountOf),
  currency,
  mandatory: payout.mandatory,
  requestedAt: textOf(payout.requestedAt),
  decidedAt: orNull(payout.decidedAt, textOf),
  decidedBy: payout.decidedBy,
  reason: payout.reason,
})
