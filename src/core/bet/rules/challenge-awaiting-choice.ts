import { isAwaitingChoice } from '../../program.ts'
import { atMost, type BetRule } from './rule.ts'

/** Rules 3.14: a passed challenge takes no bet until its player has chosen. */
export const awaitingChoice: BetRule = (program) =>
  atMost('challenge_awaiting_choice', 'count', isAwaitingChoice(program) ? 1 : 0, 0)
