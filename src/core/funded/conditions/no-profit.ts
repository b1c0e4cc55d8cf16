import { atLeast, type PayoutCondition } from './condition.ts'

/** Rules 10.4.6: there is something above the funded amount once the stakes of open bets are taken off. */
export const noProfit: PayoutCondition = ({ whole }) => atLeast('no_profit', 'cents', whole.grossProfit, 1)
