import { invariant, unreachable } from '../invariant.ts'
import { add, subtract, ZERO } from '../money.ts'
import { closed, move } from '../move.ts'
import type { FundedAccount, Program } from '../program.ts'
import type { FundedEvent, PayoutEvent } from './funded-event.ts'

/** The bonus is void once the account has ended: there is nothing left of it to change. */
type Event = Exclude<FundedEvent, { readonly type: 'FundedBonusVoided' }>

/** The funded account after one of its own events. */
export function evolveFunded(account: Program, event: Event): FundedAccount {
  invariant(account.kind === 'funded', 'what happens to a funded account happens to the latest program')
  switch (event.type) {
    case 'PayoutRequested':
    case 'PayoutResized':
    case 'PayoutExecuted':
    case 'PayoutRejected':
      return evolvePayout(account, event)
    case 'MandatoryPayoutArmed':
      return { ...account, mandatoryArmed: true }
    case 'MissedDeadlineTold':
      return { ...account, deadlineTold: true }
    case 'FundedAccountRevoked':
      return { ...ended(account, event), status: 'revoked', endReason: event.reason }
    case 'FundedAccountClosed':
      return { ...ended(account, event), status: 'closed', endReason: event.reason }
    case 'FundedStakeRefunded':
      return { ...ended(account, event), status: 'refunded', endReason: 'stake_refunded' }
    default:
      return unreachable(event)
  }
}

function evolvePayout(account: FundedAccount, event: PayoutEvent): FundedAccount {
  const { payout, at } = event
  const { grossAmount } = payout
  switch (event.type) {
    case 'PayoutRequested': {
      const asked = { ...move(account, { available: -grossAmount, held: grossAmount }), pendingPayout: payout }
      return { ...asked, firstPayoutAsked: true, mandatoryArmed: account.mandatoryArmed && !payout.mandatory }
    }
    case 'PayoutResized': {
      const more = grossAmount - event.grossBefore
      return { ...move(account, { available: -more, held: more }), pendingPayout: payout }
    }
    case 'PayoutRejected':
      return {
        ...move(account, { available: grossAmount, held: -grossAmount }),
        pendingPayout: null,
        lastActivityAt: at,
      }
    case 'PayoutExecuted':
      return {
        ...move(account, { held: -grossAmount }),
        pendingPayout: null,
        payoutCount: account.payoutCount + 1,
        totalWithdrawn: add(account.totalWithdrawn, payout.userShare),
        refundableOwnStake: subtract(account.refundableOwnStake, payout.ownStakeReturned),
        lastPayoutAt: at,
        lastActivityAt: at,
      }
    default:
      return unreachable(event)
  }
}

const ended = (account: FundedAccount, event: Extract<Event, { readonly closing: unknown }>): FundedAccount => ({
  ...account,
  ...closed(event.closing, event.at),
  refundableOwnStake: ZERO,
})
