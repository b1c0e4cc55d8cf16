import { type Answer, refuse } from '../answers.ts'
import type { ConfirmPayout, RejectPayout } from '../commands.ts'
import { subtract } from '../money.ts'
import { isRunningFunded } from '../program.ts'
import type { Telling } from '../telling.ts'
import { waitsForBets } from './conditions/open-bets.ts'
import { accountOf, executePayout, refusePending } from './make-payout.ts'
import { requestMandatoryPayout } from './mandatory-payout.ts'
import type { Payout, PayoutId } from './payout.ts'
import { refusePayout } from './request-payout.ts'
import { withdrawableOf } from './withdrawable.ts'

const notPending = () => refuse('not_found', { message: 'No payout with this id awaits a decision' })

/** The operator confirms: paid as asked, or told that the profit is not what it was. Rules 10.9 */
export function confirmPayout(telling: Telling, { payoutId, actor }: ConfirmPayout): Answer {
  const payout = pendingPayout(telling, payoutId)
  if (payout === undefined) return notPending()
  const account = accountOf(telling)
  const now = withdrawableOf(account)
  if (waitsForBets(account, now)) return refusePayout('open_bets')
  const stands = now.isLast
    ? payout.grossAmount === now.gross && payout.userShare === now.share
    : payout.grossAmount <= now.gross
  if (stands) return { kind: 'payout', payout: decided(telling, executePayout(telling, payout, actor)) }
  if (now.share <= 0) return { kind: 'payout', payout: decided(telling, refusePending(telling, 'system', 'no_profit')) }
  const resized: Payout = {
    ...payout,
    grossAmount: now.gross,
    userShare: now.share,
    operatorShare: subtract(now.gross, now.share),
  }
  telling.tell({ type: 'PayoutResized', programId: account.id, payout: resized, grossBefore: payout.grossAmount })
  return refuse('payout_amount_changed')
}

/** The operator rejects: the gross amount is free again. Rules 10.10 */
export function rejectPayout(telling: Telling, { payoutId, actor, reason }: RejectPayout): Answer {
  if (pendingPayout(telling, payoutId) === undefined) return notPending()
  return { kind: 'payout', payout: decided(telling, refusePending(telling, actor, reason)) }
}

function pendingPayout({ player: { program } }: Telling, id: PayoutId): Payout | undefined {
  if (!isRunningFunded(program) || program.pendingPayout?.id !== id) return undefined
  return program.pendingPayout
}

/** A decision may leave a balance that calls for the next payout. Rules 10.12 */
function decided(telling: Telling, payout: Payout): Payout {
  requestMandatoryPayout(telling)
  return payout
}
