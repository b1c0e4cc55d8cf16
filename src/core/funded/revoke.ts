import { closingOf, leaveCooldown } from '../closing.ts'
import type { Instant } from '../instant.ts'
import type { RevocationReason } from '../program.ts'
import type { Telling } from '../telling.ts'
import { accountOf, refusePending } from './make-payout.ts'

/** Takes the account away: a pending payout is rejected, an own stake that was not returned is forfeited. Rules 10.16 */
export function revoke(telling: Telling, reason: RevocationReason, at: Instant = telling.now): void {
  if (accountOf(telling).pendingPayout !== null) refusePending(telling, 'system', reason, at)
  leaveCooldown(telling, at)
  const account = accountOf(telling)
  const closing = closingOf(account, account.refundableOwnStake, 'forfeited')
  telling.tell({ type: 'FundedAccountRevoked', at, programId: account.id, reason, closing })
}
