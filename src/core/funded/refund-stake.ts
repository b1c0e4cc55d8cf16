import { type Answer, refuse } from '../answers.ts'
import { closingOf, leaveCooldown } from '../closing.ts'
import { isRunningFunded } from '../program.ts'
import type { Telling } from '../telling.ts'
import { noFundedAccount } from './no-funded-account.ts'
import { refusePayout } from './request-payout.ts'
import { grossProfit } from './withdrawable.ts'

/** The player takes the own stake and leaves the profit: where the tier allows it and nothing is open. Rules 10.15 */
export function refundFundedStake(telling: Telling): Answer {
  const { program } = telling.player
  if (!isRunningFunded(program)) return noFundedAccount()
  const { fundedStakeRefundable, bonusAmount } = program.terms.tier
  const ownStake = program.refundableOwnStake
  if (!fundedStakeRefundable || ownStake === 0) return refuse('stake_not_refundable')
  if (program.pendingPayout !== null) return refusePayout('payout_pending')
  if (program.betsOpen > 0) return refusePayout('open_bets')
  const profitForfeited = grossProfit(program)
  leaveCooldown(telling)
  const closing = closingOf(program, ownStake, 'to_player')
  telling.tell({ type: 'FundedStakeRefunded', programId: program.id, closing, profitForfeited })
  telling.tell({ type: 'FundedBonusVoided', programId: program.id, bonusAmount })
  return { kind: 'funded_refunded', ownStake, bonusAmount, profitForfeited }
}
