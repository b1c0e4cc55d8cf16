import { atLeast, type PayoutCondition } from './condition.ts'

/** Rules 10.4.10: the user's share reaches the minimum, unless the caps leave less than that for good. */
export const belowMinPayout: PayoutCondition = ({ asked }) =>
  atLeast('below_min_payout', 'cents', asked.share, asked.minPayout)
