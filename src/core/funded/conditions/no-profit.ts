import { type PayoutCondition, tooLittle } from './condition.ts'

/** Rules 10.4.6: there is something above the funded amount once the stakes of open bets are taken off. */
export const noProfit: PayoutCondition = ({ withdrawable: { grossProfit } }) =>
  grossProfit <= 0 ? tooLittle('no_profit', 1, grossProfit) : undefined
