import type { FundedAccountActivated } from '../events.ts'
import { ZERO } from '../money.ts'
import { opening } from '../opening.ts'
import type { FundedAccount } from '../program.ts'
import type { Terms } from '../terms.ts'

/** The funded account as it opens, under the terms that its challenge was bought under. Rules 8.1, 9.3 */
export const openFundedAccount = (
  terms: Terms,
  { programId, challengeId, fundedAmount, ownStake, at }: FundedAccountActivated,
): FundedAccount => ({
  ...opening(fundedAmount),
  kind: 'funded',
  id: programId,
  terms,
  startedAt: at,
  status: 'active',
  challengeId,
  refundableOwnStake: ownStake,
  endReason: null,
  lastActivityAt: at,
  pendingPayout: null,
  payoutCount: 0,
  totalWithdrawn: ZERO,
  lastPayoutAt: null,
  firstPayoutAsked: false,
  mandatoryArmed: true,
  deadlineTold: false,
})
