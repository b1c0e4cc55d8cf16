import { type PayoutCondition, tooLittle } from './condition.ts'

/** Rules 10.4.4: over its life an account pays the user so much and no more. */
export const payoutCapReached: PayoutCondition = ({ withdrawable: { capRemaining } }) =>
  capRemaining !== null && capRemaining <= 0 ? tooLittle('payout_cap_reached', 1, capRemaining) : undefined
