import { atLeast, type PayoutCondition } from './condition.ts'

/** Rules 10.4.8: a share of less than a cent is no payout. */
export const invalidAmount: PayoutCondition = ({ asked }) => atLeast('invalid_amount', 'cents', asked.share, 1)
