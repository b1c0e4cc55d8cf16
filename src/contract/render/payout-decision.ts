import type { PayoutCheck } from '../../core/funded/conditions/condition.ts'
import { judgePayout } from '../../core/funded/judge-payout.ts'
import { withdrawableOf } from '../../core/funded/withdrawable.ts'
import type { UserId } from '../../core/ids.ts'
import type { Instant } from '../../core/instant.ts'
import type { Cents } from '../../core/money.ts'
import type { FundedAccount } from '../../core/program.ts'
import { textOf } from '../instant-wire.ts'
import { amountOf } from '../money-wire.ts'
import type * as wire from '../schemas/decision.ts'
import { measured, unitOf } from './bet-result.ts'

/** What a request for a payout would be answered now, and why. Rules 10.4 */
export function renderPayoutDecision(
  account: FundedAccount,
  userId: UserId,
  grossAmount: Cents | null,
  now: Instant,
): Omit<wire.PayoutDecision, 'correlationId'> {
  const { asked, whole, checks, reasons } = judgePayout(account, grossAmount ?? withdrawableOf(account).gross, now)
  return {
    userId,
    fundedAccountId: account.id,
    decision: reasons.length === 0 ? 'accepted' : 'refused',
    reasons: [...reasons],
    grossAmount: amountOf(asked.gross),
    userShare: amountOf(asked.share),
    largestGrossAmount: amountOf(whole.gross),
    conditions: checks.map(renderCheck),
    decidedAt: textOf(now),
    currency: account.terms.currency,
  }
}

function renderCheck({ code, unit, actual, limit, comparison, holds }: PayoutCheck): wire.PayoutCheck {
  const numbers = { unit: unitOf(unit), actual: measured(unit, actual), comparison }
  if (limit === null) return { code, ...numbers, outcome: holds ? 'off' : 'failed', limit: null }
  return { code, ...numbers, outcome: holds ? 'passed' : 'failed', limit: measured(unit, limit) }
}
