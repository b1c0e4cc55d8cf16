import { type Answer, type Refusal, refuse } from '../answers.ts'
import type { RequestPayout } from '../commands.ts'
import type { Instant } from '../instant.ts'
import { type Cents, userShareOf } from '../money.ts'
import { type FundedAccount, isRunningFunded } from '../program.ts'
import type { Telling } from '../telling.ts'
import { blockersOf } from './conditions/index.ts'
import { askForPayout } from './make-payout.ts'
import { requestMandatoryPayout } from './mandatory-payout.ts'
import { noFundedAccount } from './no-funded-account.ts'
import { type PayoutRefusal, payoutRefusals } from './payout.ts'
import { type Withdrawable, withdrawableOf } from './withdrawable.ts'

/** Asks for a share of the profit, or says with every reason that applies why not. Rules 10.3, 10.4 */
export function requestPayout(telling: Telling, { grossAmount }: RequestPayout): Answer {
  const { program } = telling.player
  if (!isRunningFunded(program)) return refuseWithoutAccount(telling)
  const { asked, reasons } = judgePayout(program, grossAmount, telling.now)
  if (reasons.length > 0) return refusePayout(reasons)
  const payout = askForPayout(telling, asked, false)
  // Made at once by an automatic review, it was a decision like an operator's. Rules 10.12
  requestMandatoryPayout(telling)
  return { kind: 'payout', payout }
}

/** What a request comes to, and every reason that stands against it, in the order of refusals. Rules 10.4, 10.7 */
export function judgePayout(account: FundedAccount, grossAmount: Cents, now: Instant) {
  const whole = withdrawableOf(account)
  const asked = askedFor(account, whole, grossAmount)
  return { asked, whole, reasons: reasonsAgainst(now, account, whole, asked) }
}

/** The last payout takes the whole profit: a smaller amount is raised to it before it is judged. Rules 10.7 */
function askedFor({ terms }: FundedAccount, whole: Withdrawable, grossAmount: Cents): Withdrawable {
  if (whole.isLast && grossAmount <= whole.gross) return whole
  return { ...whole, gross: grossAmount, share: userShareOf(grossAmount, terms.tier.profitSplitPercent) }
}

function reasonsAgainst(
  now: Instant,
  account: FundedAccount,
  whole: Withdrawable,
  asked: Withdrawable,
): readonly PayoutRefusal[] {
  const reasons = new Set(blockersOf({ account, withdrawable: asked, now }).map(({ code }) => code))
  if (asked.gross <= 0) reasons.add('invalid_amount')
  if (asked.gross > whole.gross) reasons.add('insufficient_withdrawable_balance')
  return payoutRefusals.filter((code) => reasons.has(code))
}

/** The first withdraw after a missed deadline learns why there is nothing left; a later one finds no account. Rules 10.13 */
function refuseWithoutAccount(telling: Telling): Refusal {
  const { program } = telling.player
  const missed = program?.kind === 'funded' && program.endReason === 'first_payout_deadline' && !program.deadlineTold
  if (!missed) return noFundedAccount()
  telling.tell({ type: 'MissedDeadlineTold', programId: program.id })
  return refusePayout(['first_payout_deadline'])
}

/** A refusal by its first reason, with all of them. Rules 10.4 */
export function refusePayout(reasons: readonly PayoutRefusal[]): Refusal {
  const [first = 'no_profit'] = reasons
  return refuse(first, { reasons })
}
