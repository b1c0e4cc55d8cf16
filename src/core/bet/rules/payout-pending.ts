import { atMost, type BetRule } from './rule.ts'

/** Rules 3.12: no bet on a funded account while a payout waits for the operator, who holds its gross amount. */
export const payoutPending: BetRule = (program) =>
  program.kind === 'funded' ? atMost('payout_pending', 'cents', program.balances.held, 0) : undefined
