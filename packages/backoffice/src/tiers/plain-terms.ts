import { InvalidRequest } from '../../../../src/contract/invalid-request.ts'
import { readNewRuleset } from '../../../../src/contract/read/ruleset.ts'
import { readNewTier } from '../../../../src/contract/read/tier.ts'
import { limitsInWords, rulesInWords } from '../../../../src/contract/render/terms-rules.ts'
import type { RulesetId, TermsHash, TierId } from '../../../../src/core/ids.ts'
import { instant } from '../../../../src/core/instant.ts'
import type { Ruleset } from '../../../../src/core/terms.ts'
import type { RulesetDraft, TierDraft, WireRuleset } from './warnings.ts'

/** The rules of a tier as its player will read them, or what keeps it from being saved. */
export type PlainTerms =
  | { readonly kind: 'rules'; readonly rules: ReturnType<typeof rulesInWords> }
  | { readonly kind: 'problem'; readonly text: string }

/** The same of betting rules alone. */
export const plainLimitsOf = (draft: RulesetDraft, currency: string): PlainTerms =>
  worded(() => limitsInWords({ ...readNewRuleset('' as RulesetId, draft), ...saved }, currency))

const saved = { version: 1, createdAt: instant(0) }

/** Read and put into words by the very code that the service does it with, so that the preview cannot differ. */
export function plainTermsOf(
  draft: TierDraft,
  [challenge, funded]: readonly [WireRuleset, WireRuleset],
  currency: string,
): PlainTerms {
  return worded(() => {
    const rulesets: readonly [Ruleset, Ruleset] = [
      { ...readNewRuleset(challenge.id as RulesetId, challenge), ...saved },
      { ...readNewRuleset(funded.id as RulesetId, funded), ...saved },
    ]
    const tier = { ...readNewTier(challenge.id as string as TierId, draft, rulesets), ...saved }
    return rulesInWords({ hash: '' as TermsHash, currency, tier, challenge: rulesets[0], funded: rulesets[1] })
  })
}

function worded(say: () => ReturnType<typeof rulesInWords>): PlainTerms {
  try {
    return { kind: 'rules', rules: say() }
  } catch (error) {
    if (error instanceof InvalidRequest) return { kind: 'problem', text: error.message }
    return { kind: 'problem', text: 'Some of this is no number yet.' }
  }
}
