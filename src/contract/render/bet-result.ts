import type { BetVerdict } from '../../core/bet/bet.ts'
import type { Breach } from '../../core/bet/rules/rule.ts'
import { unreachable } from '../../core/invariant.ts'
import type * as wire from '../schemas/bet.ts'

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

function renderBreach({ code, unit, actual, limit }: Breach) {
  switch (unit) {
    case 'cents':
      return { code, unit: 'currency' as const, actual: actual / 100, limit: limit / 100 }
    case 'odds':
      return { code, unit, actual: actual / 10_000, limit: limit / 10_000 }
    case 'count':
      return { code, unit, actual, limit }
    case 'instant':
      return {
        code,
        unit: 'time' as const,
        actual: new Date(actual).toISOString(),
        limit: new Date(limit).toISOString(),
      }
    default:
      return unreachable(unit)
  }
}
