import { type Answer, type Refusal, refuse } from '../answers.ts'
import type { RequestPayout } from '../commands.ts'
import { isRunningFunded } from '../program.ts'
import type { Telling } from '../telling.ts'
import { judgePayout } from './judge-payout.ts'
import { askForPayout } from './make-payout.ts'
import { requestMandatoryPayout } from './mandatory-payout.ts'
import { noFundedAccount } from './no-funded-account.ts'
import type { PayoutRefusal } from './payout.ts'

/** Asks for a share of the profit, or says with every reason that applies why not. Rules 10.3, 10.4 */
export function requestPayout(telling: Telling, { grossAmount }: RequestPayout): Answer {
  const { program } = telling.player
  if (!isRunningFunded(program)) return refuseWithoutAccount(telling)
  const { asked, reasons } = judgePayout(program, grossAmount, telling.now)
  const [first, ...others] = reasons
  if (first !== undefined) return refusePayout(first, ...others)
  const payout = askForPayout(telling, asked, false)
  // Made at once by an automatic review, it was a decision like an operator's. Rules 10.12
  requestMandatoryPayout(telling)
  return { kind: 'payout', payout }
}

/** The first withdraw after a missed deadline learns why there is nothing left; a later one finds no account. Rules 10.13 */
function refuseWithoutAccount(telling: Telling): Refusal {
  const { program } = telling.player
  const missed = program?.kind === 'funded' && program.endReason === 'first_payout_deadline' && !program.deadlineTold
  if (!missed) return noFundedAccount()
  telling.tell({ type: 'MissedDeadlineTold', programId: program.id })
  return refusePayout('first_payout_deadline')
}

/** A refusal by its first reason, with all of them. Rules 10.4 */
export const refusePayout = (first: PayoutRefusal, ...others: readonly PayoutRefusal[]): Refusal =>
  refuse(first, { reasons: [first, ...others] })
