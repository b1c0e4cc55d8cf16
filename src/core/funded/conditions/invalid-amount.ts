import { type PayoutCondition, tooLittle } from './condition.ts'

/** Rules 10.4.8: a share of less than a cent is no payout. Where there is no profit at all, that is said instead. */
export const invalidAmount: PayoutCondition = ({ withdrawable: { gross, share } }) =>
  gross > 0 && share <= 0 ? tooLittle('invalid_amount', 1, share) : undefined
