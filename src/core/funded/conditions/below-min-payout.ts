import { type PayoutCondition, tooLittle } from './condition.ts'

/** Rules 10.4.10: the user's share reaches the minimum, unless the caps leave less than that for good. */
export const belowMinPayout: PayoutCondition = ({ withdrawable: { share, minPayout } }) =>
  minPayout !== null && share < minPayout ? tooLittle('below_min_payout', minPayout, share) : undefined
