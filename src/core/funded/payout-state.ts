import type { Instant } from '../instant.ts'
import { type Cents, percentCeil, ZERO } from '../money.ts'
import type { FundedAccount } from '../program.ts'
import { type Blocker, blockerOf } from './blocker.ts'
import { checksOf } from './conditions/index.ts'
import { firstPayoutDeadline, nextPayoutAt } from './deadlines.ts'
import type { Payout, PayoutRefusal } from './payout.ts'
import { lifetimeCap, type Withdrawable, withdrawableOf } from './withdrawable.ts'

/** The player's answer to 'when can I?'. Amounts in minor units. Rules 10.2 to 10.7 */
export interface PayoutState {
  readonly canRequest: boolean
  readonly reasons: readonly PayoutRefusal[]
  readonly blockers: readonly Blocker[]
  /** The user's share that a request may ask for now; 0 while anything stands in the way. */
  readonly withdrawableNow: Cents
  readonly withdrawableGross: Cents
  /** The same amounts whatever stands in the way. */
  readonly unblocked: Withdrawable
  readonly payoutsRemaining: number | null
  readonly lifetimeCap: Cents | null
  readonly nextPayoutAt: Instant | null
  /** Null with no deadline, and once a payout has been executed. */
  readonly firstPayoutDeadlineAt: Instant | null
  readonly mandatoryPayoutThreshold: Cents | null
  readonly pendingPayout: Payout | null
}

/** Everything about the payouts of an account as of now. */
export function payoutStateOf(account: FundedAccount, now: Instant): PayoutState {
  const withdrawable = withdrawableOf(account)
  const blockers = blockersOf(account, withdrawable, now)
  const canRequest = blockers.length === 0
  const { fundedMaxPayouts } = account.terms.tier
  return {
    canRequest,
    reasons: blockers.map(({ code }) => code),
    blockers,
    withdrawableNow: canRequest ? withdrawable.share : ZERO,
    withdrawableGross: canRequest ? withdrawable.gross : ZERO,
    unblocked: withdrawable,
    payoutsRemaining: fundedMaxPayouts === null ? null : Math.max(0, fundedMaxPayouts - account.payoutCount),
    lifetimeCap: lifetimeCap(account),
    nextPayoutAt: nextPayoutAt(account),
    firstPayoutDeadlineAt:
      account.payoutCount > 0 ? null : firstPayoutDeadline({ ...account, firstPayoutAsked: false }),
    mandatoryPayoutThreshold: mandatoryThreshold(account),
    pendingPayout: account.pendingPayout,
  }
}

/** What stands against asking for the whole. Nobody has asked for it: where there is nothing, no amount is wrong. */
const blockersOf = (account: FundedAccount, whole: Withdrawable, now: Instant): readonly Blocker[] =>
  checksOf({ account, asked: whole, whole, now })
    .filter(({ code, holds }) => !holds && (code !== 'invalid_amount' || whole.gross > 0))
    .map((check) => blockerOf(check, whole))

/** The virtual balance at which the service asks for a payout itself; null is off. Rules 10.12 */
export const mandatoryThreshold = ({ terms: { tier }, startingBalance }: FundedAccount): Cents | null =>
  tier.fundedMandatoryPayoutPercent === null ? null : percentCeil(startingBalance, tier.fundedMandatoryPayoutPercent)
