import { closingOf, leaveCooldown } from '../closing.ts'
import type { Instant } from '../instant.ts'
import { invariant } from '../invariant.ts'
import { add, subtract, ZERO } from '../money.ts'
import { type ClosingReason, currentBalance, type FundedAccount } from '../program.ts'
import type { Telling } from '../telling.ts'
import type { DecidedBy, Payout, PayoutId } from './payout.ts'
import { lifetimeCap, type Withdrawable, withdrawableOf } from './withdrawable.ts'

/** The account of a telling in which a payout is made. */
export function accountOf({ player: { program } }: Telling): FundedAccount {
  invariant(program?.kind === 'funded', 'payouts are made from a funded account')
  return program
}

/** Holds the gross amount; with an automatic review the payout is made at once. Rules 10.3 */
export function askForPayout(telling: Telling, { gross, share }: Withdrawable, mandatory: boolean): Payout {
  const account = accountOf(telling)
  const payout: Payout = {
    id: telling.nextId<PayoutId>(),
    programId: account.id,
    status: 'pending',
    number: account.payoutCount + 1,
    grossAmount: gross,
    userShare: share,
    operatorShare: subtract(gross, share),
    profitSplitPercent: account.terms.tier.profitSplitPercent,
    // Nothing is left of it after the first payout.
    ownStakeReturned: account.refundableOwnStake,
    accountClosed: false,
    balanceAfter: null,
    mandatory,
    requestedAt: telling.now,
    decidedAt: null,
    decidedBy: null,
    reason: null,
  }
  telling.tell({ type: 'PayoutRequested', programId: account.id, payout })
  return telling.player.tenant.payoutReview === 'automatic' ? executePayout(telling, payout, 'system') : payout
}

/** Pays: the share and, the first time, the own stake to the player, the rest to the house. Rules 10.8, 10.11 */
export function executePayout(telling: Telling, payout: Payout, decidedBy: DecidedBy): Payout {
  const account = accountOf(telling)
  const closes = closingReason(account, payout)
  const executed: Payout = {
    ...payout,
    status: 'executed',
    accountClosed: closes !== undefined,
    balanceAfter: subtract(currentBalance(account), payout.grossAmount),
    decidedAt: telling.now,
    decidedBy,
  }
  telling.tell({ type: 'PayoutExecuted', programId: account.id, payout: executed })
  if (closes) closeAccount(telling, closes)
  return executed
}

/** The last payout by number, or the one that fills the lifetime cap, closes the account. Rules 10.11 */
function closingReason(account: FundedAccount, payout: Payout): ClosingReason | undefined {
  if (withdrawableOf(account).isLast) return 'max_payouts_reached'
  const cap = lifetimeCap(account)
  return cap !== null && add(account.totalWithdrawn, payout.userShare) >= cap ? 'payout_cap_reached' : undefined
}

function closeAccount(telling: Telling, reason: ClosingReason): void {
  leaveCooldown(telling)
  const account = accountOf(telling)
  telling.tell({ type: 'FundedAccountClosed', programId: account.id, reason, closing: closingOf(account, ZERO, 'on') })
}

/** Gives the held amount back to the balance. Rules 10.10 */
export function refusePending(
  telling: Telling,
  decidedBy: DecidedBy,
  reason: string | null,
  at: Instant = telling.now,
): Payout {
  const account = accountOf(telling)
  invariant(account.pendingPayout, 'a payout awaits its decision')
  const payout: Payout = { ...account.pendingPayout, status: 'rejected', decidedAt: at, decidedBy, reason }
  telling.tell({ type: 'PayoutRejected', at, programId: account.id, payout })
  return payout
}
