import type { Ruleset } from '../../core/terms.ts'
import { textOf } from '../instant-wire.ts'
import { amountOf, numberOfHundredths } from '../money-wire.ts'
import { numberOfOdds } from '../odds-wire.ts'
import type * as wire from '../schemas/ruleset.ts'
import { orNull } from './or-null.ts'

export const renderRuleset = (ruleset: Ruleset): wire.Ruleset => ({
  id: ruleset.id,
  name: ruleset.name,
  version: ruleset.version,
  phase: ruleset.phase,
  minStake: amountOf(ruleset.minStake),
  minOdds: orNull(ruleset.minOdds, numberOfOdds),
  maxOdds: orNull(ruleset.maxOdds, numberOfOdds),
  maxStakePercent: orNull(ruleset.maxStakePercent, numberOfHundredths),
  maxAccumulatorSelections: ruleset.maxAccumulatorSelections,
  maxPayoutMultiplier: orNull(ruleset.maxPayoutMultiplier, numberOfHundredths),
  maxWinPerTicket: orNull(ruleset.maxWinPerTicket, amountOf),
  luckyBetMaxProfitPercent: orNull(ruleset.luckyBetMaxProfitPercent, numberOfHundredths),
  dailyDrawdownPercent: orNull(ruleset.dailyDrawdownPercent, numberOfHundredths),
  totalDrawdownPercent: orNull(ruleset.totalDrawdownPercent, numberOfHundredths),
  cooldownHours: ruleset.cooldownHours,
  createdAt: textOf(ruleset.createdAt),
})
