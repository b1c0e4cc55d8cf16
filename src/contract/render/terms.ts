import { add } from '../../core/money.ts'
import type { Terms } from '../../core/terms.ts'
import { amountOf } from '../money-wire.ts'
import type * as wire from '../schemas/terms.ts'
import { renderRuleset } from './ruleset.ts'
import { rulesInWords } from './terms-rules.ts'
import { renderTier } from './tier.ts'

/** All that a purchase of the tier would be bound to. Rules 9.2 */
export const renderTerms = (terms: Terms): wire.TierTerms => ({
  tierId: terms.tier.id,
  termsVersion: terms.tier.version,
  termsHash: terms.hash,
  currency: terms.currency,
  tier: renderTier(terms.tier),
  challenge: {
    startingBalance: amountOf(add(terms.tier.ownStake, terms.tier.bonusAmount)),
    ruleset: renderRuleset(terms.challenge),
  },
  funded: { startingBalance: amountOf(terms.tier.fundedAccountBalance), ruleset: renderRuleset(terms.funded) },
  rules: rulesInWords(terms),
})
