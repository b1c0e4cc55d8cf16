import { rulesetOf } from '../../program.ts'
import { atMost, type BetRule } from './rule.ts'

/** Rules 3.6: an accumulator has at most so many selections. */
export const maxSelections: BetRule = (program, slip) =>
  atMost('max_selections_exceeded', 'count', slip.selectionsCount, rulesetOf(program).maxAccumulatorSelections)
