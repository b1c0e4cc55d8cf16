import type { RulesetId } from '../../core/ids.ts'
import type { Ruleset } from '../../core/terms.ts'
import { invalid } from '../invalid-request.ts'
import { centsOf, multiplierOf, percentOf } from '../money-wire.ts'
import { oddsOf } from '../odds-wire.ts'
import { orNull } from '../render/or-null.ts'
import { renderRuleset } from '../render/ruleset.ts'
import type { NewRuleset, RulesetChange } from '../schemas/ruleset.ts'

/** A ruleset before it is saved as a version. */
export type UnsavedRuleset = Omit<Ruleset, 'version' | 'createdAt'>

const noLimits = {
  minStake: 1,
  minOdds: null,
  maxOdds: null,
  maxStakePercent: null,
  maxAccumulatorSelections: null,
  maxPayoutMultiplier: null,
  maxWinPerTicket: null,
  luckyBetMaxProfitPercent: null,
  dailyDrawdownPercent: null,
  totalDrawdownPercent: null,
  cooldownHours: null,
}

/** A new ruleset. Throws `InvalidRequest` where its fields contradict each other. */
export const readNewRuleset = (id: RulesetId, body: NewRuleset): UnsavedRuleset =>
  assemble(id, { ...noLimits, ...body })

/** The next version of a ruleset: what the edit leaves out stays. Throws like `readNewRuleset`. Rules 9.3 */
export const readRulesetChange = (before: Ruleset, change: RulesetChange): UnsavedRuleset => {
  if (change.phase !== undefined && change.phase !== before.phase) invalid('phase', 'cannot be changed')
  return assemble(before.id, { ...renderRuleset(before), ...change })
}

function assemble(id: RulesetId, body: Required<NewRuleset>): UnsavedRuleset {
  const ruleset: UnsavedRuleset = {
    id,
    name: body.name,
    phase: body.phase,
    minStake: centsOf(body.minStake),
    minOdds: orNull(body.minOdds, oddsOf),
    maxOdds: orNull(body.maxOdds, oddsOf),
    maxStakePercent: orNull(body.maxStakePercent, percentOf),
    maxAccumulatorSelections: body.maxAccumulatorSelections,
    maxPayoutMultiplier: orNull(body.maxPayoutMultiplier, multiplierOf),
    maxWinPerTicket: orNull(body.maxWinPerTicket, centsOf),
    luckyBetMaxProfitPercent: orNull(body.luckyBetMaxProfitPercent, percentOf),
    dailyDrawdownPercent: orNull(body.dailyDrawdownPercent, percentOf),
    totalDrawdownPercent: orNull(body.totalDrawdownPercent, percentOf),
    cooldownHours: body.cooldownHours,
  }
  const { minOdds, maxOdds } = ruleset
  if (minOdds !== null && maxOdds !== null && minOdds > maxOdds) invalid('minOdds', 'must not be above maxOdds')
  return ruleset
}
