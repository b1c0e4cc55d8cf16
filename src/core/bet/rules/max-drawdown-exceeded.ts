import { drawdownLimit } from '../../loss/drawdown.ts'
import { currentBalance } from '../../program.ts'
import { type BetRule, below } from './rule.ts'

/** Rules 3.9: no bet while the balance stands at the drawdown limit, where a void can have left it. */
export const maxDrawdown: BetRule = (program) =>
  below('max_drawdown_exceeded', 'cents', program.startingBalance - currentBalance(program), drawdownLimit(program))
