import type { BetVerdict } from '../../core/bet/bet.ts'
import type { Breach, CheckUnit } from '../../core/bet/rules/rule.ts'
import { instant } from '../../core/instant.ts'
import { unreachable } from '../../core/invariant.ts'
import { cents } from '../../core/money.ts'
import { ODDS_ONE } from '../../core/odds.ts'
import { textOf } from '../instant-wire.ts'
import { amountOf } from '../money-wire.ts'
import type * as wire from '../schemas/bet.ts'
import { units } from '../schemas/bet.ts'

const accepted: wire.ValidationResult = { status: 'accepted', reasonCodes: [], reasons: [] }

/** Accepted, or every rule that the bet breaks with the numbers that say so. */
export const renderValidation = (reasons: readonly Breach[]): wire.ValidationResult =>
  reasons.length === 0
    ? accepted
    : { status: 'rejected', reasonCodes: reasons.map(({ code }) => code), reasons: reasons.map(renderBreach) }

/** What became of a bet event. A flagged one is accepted as far as the rules of bets go. */
export const renderVerdict = (verdict: BetVerdict, duplicate: boolean): Omit<wire.BetResult, 'correlationId'> => ({
  betEventId: verdict.betEventId,
  status: verdict.result,
  flagReason: verdict.flagReason,
  duplicate,
  validationResult: renderValidation(verdict.reasons),
})

const renderBreach = ({ code, unit, actual, limit }: Breach) => ({
  code,
  unit: unitOf(unit),
  actual: measured(unit, actual),
  limit: measured(unit, limit),
})

/** The wire's name of what a number of a rule measures. */
export const unitOf = (unit: CheckUnit) => units[unit]

/** A number of a rule, as the wire shows it. */
export function measured(unit: CheckUnit, value: number): number | string {
  switch (unit) {
    case 'cents':
      return amountOf(cents(value))
    case 'odds':
      return value / ODDS_ONE
    case 'count':
      return value
    case 'instant':
      return textOf(instant(value))
    default:
      return unreachable(unit)
  }
}
