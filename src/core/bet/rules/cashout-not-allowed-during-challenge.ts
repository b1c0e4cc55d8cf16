import { atMost, type BetRule } from './rule.ts'

/** Rules 3.13: a challenge knows no cash-out; a funded account does. */
export const cashOut: BetRule = (program, slip) =>
  program.kind === 'challenge'
    ? atMost('cashout_not_allowed_during_challenge', 'count', slip.isCashOut ? 1 : 0, 0)
    : undefined
